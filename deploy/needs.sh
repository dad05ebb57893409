# What some tests need besides Python packages. Sourced by test.
# A need is one function: it is there, or it is installed, or it is said what is skipped and why.
# shellcheck shell=bash disable=SC2034  # skipped_needs is read by test

skipped_needs=()

# need COMMAND PACKAGE CHECK makes sure of COMMAND, which CHECK cannot do without.
need() {
  command -v "$1" >/dev/null && return
  may_install && apt_install "$2" && return
  skip_need "$3" "$1 is missing (Debian: apt-get install $2)"
}

skip_need() {
  say "Skipped: $1, because $2."
  skipped_needs+=("$1")
}

need_shellcheck() { need shellcheck shellcheck "the check of the shell scripts"; }

need_strace() { need strace strace "the power-loss check"; }

meet_needs() {
  need_shellcheck
  need_strace
}

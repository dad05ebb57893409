# What some tests need besides Python packages. Sourced by test.
# A need is one function: it is there, or it is installed, or it is said what is skipped and why.
# shellcheck shell=bash disable=SC2034,SC2154  # skipped_needs is read by test, which sets the folders

skipped_needs=()

# need COMMAND PACKAGE CHECK makes sure of COMMAND, which CHECK cannot do without.
need() {
  command -v "$1" >/dev/null && return
  may_install && apt_install "$2" && return
  skip_need "$3" "$1 is missing (Debian: apt-get install $2)"
}

# Fails, so that what rests on the need is not tried.
skip_need() {
  say "Skipped: $1, because $2."
  skipped_needs+=("$1")
  return 1
}

need_shellcheck() { need shellcheck shellcheck "the check of the shell scripts"; }

need_strace() { need strace strace "the power-loss check"; }

need_chromium() { need chromium chromium "the tests in a browser"; }

need_pdftotext() { need pdftotext poppler-utils "the check of what is printed"; }

# TypeScript and axe, in the versions of package-lock.json and beside the environment's Python.
need_node_tools() {
  local checks="the checks of the browser's modules and of accessibility"
  need node nodejs "$checks" && need npm npm "$checks" || return
  has_node_tools || install_node_tools ||
    skip_need "$checks" "npm could not install TypeScript and axe"
}

has_node_tools() {
  local name=package-lock.json
  [ "$(cat -- "$environment/node/$name" 2>/dev/null)" = "$(cat -- "$checkout/deploy/$name")" ]
}

install_node_tools() {
  local tools=$environment/node
  say "Installing TypeScript and axe into $tools ..."
  mkdir -p -- "$tools" && cp -- "$checkout/deploy"/package*.json "$tools" &&
    npm ci --prefix "$tools" --silent --ignore-scripts --no-audit --no-fund </dev/null >&2 && return
  rm -f -- "$tools/package-lock.json"
  return 1
}

meet_needs() {
  need_shellcheck
  need_strace
  need_chromium
  need_pdftotext
  need_node_tools
}

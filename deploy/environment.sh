# Makes the checkout's own Python environment. Sourced by serve and test.
# All it says goes to standard error: standard output belongs to what is started.
# shellcheck shell=bash

checkout=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
environment=

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$@"
  exit 1
}

may_install() { [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; }

# Two at once: the second waits.
apt_install() {
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120)
  (
    flock 8
    say "Installing $* ..."
    "${apt[@]}" install -y --no-install-recommends "$@" </dev/null >&2 && exit
    # A fresh machine has no package lists yet.
    "${apt[@]}" update </dev/null >&2 && "${apt[@]}" install -y --no-install-recommends "$@" </dev/null >&2
  ) 8<"${BASH_SOURCE[0]}"
}

is_recent() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

# Debian's python3 comes without ensurepip, and `python3 -m venv` fails half-way.
makes_environments() { "$1" -c 'import ensurepip, venv; ensurepip.version()' >/dev/null 2>&1; }

find_python() {
  local name recent=
  for name in python3.13 python3.12 python3.11 python3; do
    is_recent "$name" || continue
    makes_environments "$name" && printf '%s\n' "$name" && return
    recent=${recent:-$name}
  done
  [ -n "$recent" ] || die "Python 3.11 or newer is needed, and none of python3.13, python3.12, python3.11, python3 is one."
  install_venv_module "$recent" || exit 1
  printf '%s\n' "$recent"
}

install_venv_module() {
  local package
  package=$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
  if may_install; then
    apt_install "$package" && makes_environments "$1" && return
    die "$1 cannot make virtual environments, and installing $package did not help."
  fi
  die "$1 cannot make virtual environments here. Run this once, then try again:
  sudo apt-get install $package"
}

# What an installation depends on: where the checkout lies, and what pyproject.toml asks for.
fingerprint() {
  { printf '%s\n' "$checkout" && cat -- "$checkout/pyproject.toml"; } | sha256sum | cut -d ' ' -f 1
}

works() { "$1/bin/python" -c 'import pip' >/dev/null 2>&1; }

# is_ready FOLDER PURPOSE, where PURPOSE is `run` or `test`
is_ready() {
  [ "$(cat -- "$1/klaverjas-$2" 2>/dev/null)" = "$(fingerprint)" ] && works "$1"
}

is_writable() {
  if [ -e "$1" ]; then [ -w "$1" ]; else [ -w "$(dirname -- "$1")" ]; fi
}

# prepare_environment PURPOSE sets $environment to a folder with everything for PURPOSE installed.
prepare_environment() {
  local purpose=$1 own=$checkout/.venv shared=${XDG_DATA_HOME:-${HOME:-}/.local/share}/klaverjas/venv
  for environment in "$own" "$shared"; do
    is_ready "$environment" "$purpose" && return
  done
  environment=$own
  is_writable "$own" || environment=$shared
  mkdir -p -- "$environment" || die "Cannot make $environment."
  (
    # Two starts at once: the second waits, and finds the work done.
    if command -v flock >/dev/null; then flock 9; fi
    is_ready "$environment" "$purpose" || install_for "$purpose"
  ) 9>"$environment/.lock" || exit 1
}

install_for() {
  local python purpose wanted=. made=(run)
  if [ "$1" = test ]; then wanted='.[test]' made=(run test); fi
  rm -f -- "$environment"/klaverjas-*
  if ! works "$environment"; then
    python=$(find_python) || exit 1
    say "Making $environment with $python ..."
    "$python" -m venv --clear "$environment" >&2 || die "Making $environment failed."
  fi
  say "Installing klaverjas and what it needs into $environment; this takes a minute, once ..."
  (cd -- "$checkout" && "$environment/bin/python" -m pip install \
    --quiet --disable-pip-version-check --no-input --editable "$wanted" </dev/null >&2) ||
    die "Installing failed. The first start needs a package index within reach; later ones do not."
  for purpose in "${made[@]}"; do fingerprint >"$environment/klaverjas-$purpose"; done
}

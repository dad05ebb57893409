# What some tests need besides Python packages. Sourced by test.
# A need is one function: it is there, or it is installed, or it is said what is skipped and why.
# shellcheck shell=bash disable=SC2034,SC2154  # skipped_needs is read by test, which sets the folders

skipped_needs=()

# The programs, each with the package that Debian has it in.
declare -A packages=(
  [shellcheck]=shellcheck [strace]=strace [chromium]=chromium [pdftotext]=poppler-utils
  [node]=nodejs [npm]=npm
)

# Installs what is missing in one go, which is much faster; what that cannot is left to each need.
fetch_programs() {
  local program missing=()
  for program in "${!packages[@]}"; do
    command -v "$program" >/dev/null || missing+=("${packages[$program]}")
  done
  if [ ${#missing[@]} -gt 0 ] && may_install; then apt_install "${missing[@]}"; fi
}

# need PROGRAM CHECK makes sure of PROGRAM, which CHECK cannot do without.
need() {
  local package=${packages[$1]}
  command -v "$1" >/dev/null && return
  may_install && apt_install "$package" && return
  skip_need "$2" "$1 is missing (Debian: apt-get install $package)"
}

# Fails, so that what rests on the need is not tried.
skip_need() {
  say "Skipped: $1, because $2."
  skipped_needs+=("$1")
  return 1
}

need_shellcheck() { need shellcheck "the check of the shell scripts"; }

need_strace() { need strace "the power-loss check"; }

need_chromium() { need chromium "the tests in a browser"; }

need_pdftotext() { need pdftotext "the check of what is printed"; }

# TypeScript and axe, in the versions of package-lock.json and beside the environment's Python.
need_node_tools() {
  local checks="the checks of the browser's modules and of accessibility"
  need node "$checks" && need npm "$checks" || return
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

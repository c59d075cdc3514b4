# Sourced by every set-up script: one line for what is done, one line for why it stops.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '> %s\n' "$*" >&2; }

stop() {
  printf 'make: stopped: %s\n' "$*" >&2
  exit 1
}

# Whether apt has a package. A fresh container has no package lists at all: root fetches them.
apt_knows() {
  apt-cache show "$1" >/dev/null 2>&1 && return
  [ "$(id -u)" = 0 ] || return
  apt-get update -qq
  apt-cache show "$1" >/dev/null 2>&1
}

# Installs Debian packages as root and stops with the command to type for everybody else:
# sudo is for a person to decide. The first argument says what they are for.
apt_install() {
  local purpose=$1
  shift
  command -v apt-get >/dev/null || stop "$purpose: install the equivalents of Debian's $*"
  [ "$(id -u)" = 0 ] || stop "$purpose. Run: sudo apt-get update && sudo apt-get install -y $*"
  say "$purpose: apt-get install $*"
  apt_knows "$1" || true
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null ||
    stop "$purpose: apt-get could not install $* (the lines above say why)"
}

# The version of a crate in a Cargo.lock: locked_version CRATE LOCKFILE
locked_version() {
  awk -v crate="$1" '$1 == "name" { name = $3 } $1 == "version" && name == "\"" crate "\"" {
    gsub(/"/, "", $3); print $3; exit }' "$2"
}

#!/usr/bin/env bash
# Installs what is missing of the Debian packages of some groups in scripts/packages.txt: build, kafka, test.
set -euo pipefail

case ${1:---help} in
  -h|--help) echo "Usage: scripts/install.sh GROUP... (build, kafka, test)"; exit 0 ;;
esac

list=$(dirname "${BASH_SOURCE[0]}")/packages.txt

say() { echo "install: $*" >&2; }
fail() { say "$*"; exit 1; }

packages_of() {
  grep -qxF "[$1]" "$list" || fail "packages.txt has no group [$1]."
  sed -n "/^\[$1\]\$/,/^\[/p" "$list" | grep -v -e '^\[' -e '^#' -e '^$'
}

missing_among() {
  local installed
  # dpkg-query fails when it has never heard of one of them, which is no trouble here.
  installed=$({ dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true; } |
    sed -n 's/^installed //p')
  printf '%s\n' "$@" | grep -vxF -e "$installed" || true
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "Installing needs root rights and there is no sudo: as root, run apt-get install ${missing[*]}"
  fi
}

apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 "$@"; }

wanted=()
for group in "$@"; do
  names=$(packages_of "$group")
  # shellcheck disable=SC2206 # one word is one package
  wanted+=($names)
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  say "this is no Debian system: what is needed, by its Debian names, is ${wanted[*]}"
  say "README.md has the names for Fedora and Arch; going on with what is there"
  exit 0
fi

mapfile -t missing < <(missing_among "${wanted[@]}")
[ ${#missing[@]} -gt 0 ] || exit 0

say "installing ${#missing[@]} packages: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { apt update && apt install --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
  tail -n 15 "$log" >&2
  fail "The packages could not be installed: see apt's words above, mend that and start again."
fi

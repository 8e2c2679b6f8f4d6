# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Parts of the scripts beside it, read at the top of the checkout.
export DDC_BIN=${DDC_BIN:-build/release/bin}
pictures=out/viewers

step() { printf '== %s (after %d:%02d)\n' "$1" $((SECONDS / 60)) $((SECONDS % 60)); }

fail() {
    echo "$0: $1" >&2
    exit 2
}

need_source() { # need_source FILE: it is in the source tree
    [ -n "$source" ] || fail "usage: $0 SOURCE; tests/viewers/README.md says where to get it"
    [ -e "$source/$1" ] || fail "$source: is not its source tree, since it has no $1"
    [ -x "$DDC_BIN/ddc-gateway" ] || fail "$DDC_BIN: has no ddc-gateway; build the project, or set DDC_BIN"
    source=$(realpath "$source")
    mkdir -p "$pictures"
}

need_packages() {
    local missing=() package
    for package; do
        [ "$(dpkg-query -Wf '${db:Status-Status}' "$package" 2>&1)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] || fail "Debian packages are missing: apt-get install ${missing[*]}"
}

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# containerfile.sh FILE CONTEXT [ARGUMENTS...]: does on this fresh machine what a container engine
# does with a Containerfile, and then runs its entry point, if it has one, with the arguments:
#   tests/fresh_machine.sh 'root:tests/package/containerfile.sh .devcontainer/Containerfile .'
set -euo pipefail
file=$(realpath "$1") context=$(realpath "$2") begin=$PWD
shift 2

fail() {
    echo "$file: $1" >&2
    exit 1
}

# copy SOURCES... TARGET: from the context to the folder of WORKDIR.
copy() {
    local target=${*: -1} folder=$PWD sources
    [[ "$target" = /* ]] || target=$folder/$target
    [[ "$target" != */ ]] || mkdir -p "$target"
    sources=${*:1:$#-1}
    (cd "$context" && cp $sources "$target")
}

entry=()
cd /
while read -r instruction rest; do
    echo "-- $instruction $rest"
    case $instruction in
        FROM) [ "$rest" = debian:12-slim ] && grep -q 'VERSION_ID="12"' /etc/os-release ||
            fail "this machine is not $rest" ;;
        WORKDIR) mkdir -p "$rest" && cd "$rest" ;;
        COPY) copy $rest ;;
        RUN) /bin/sh -c "$rest" </dev/null ;;
        ENTRYPOINT) read -ra entry < <(tr -d '[],"' <<<"$rest") ;;
        *) fail "this test does not know $instruction" ;;
    esac
done < <(sed -e '/^#/d' -e ':join' -e '/\\$/{N;s/\\\n//;b join' -e '}' "$file")
cd "$begin"
[ ${#entry[@]} -eq 0 ] || "${entry[@]}" "$@"

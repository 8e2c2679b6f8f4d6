#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the files of this folder from libddc as it was in a commit (by default b7af223, the first
# with libddc.so.1): tests/data/abi/make.sh [COMMIT]. Needs abigail-tools.
set -eu
cd "$(dirname "$0")"
commit=${1:-b7af223}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
git -C ../../.. archive "$commit" libddc | tar -x -C "$build"

cmake -S "$build/libddc" -B "$build/out" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS=-g >/dev/null
cmake --build "$build/out" --target ddc_c --parallel 2 >/dev/null
abidw --no-corpus-path --no-comp-dir-path --no-show-locs --drop-undefined-syms --drop-private-types \
    --exported-interfaces-only --header-file "$build/libddc/include/ddc/ddc.h" \
    "$build/out/libddc.so.1" | sed "s#path='$build/#path='#" >libddc.abi
# REUSE-IgnoreStart
echo '<!-- SPDX-License-Identifier: MIT -->' >>libddc.abi
# REUSE-IgnoreEnd
strip --strip-unneeded -o libddc.so.1 "$build/out/libddc.so.1"
cc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -s -I"$build/libddc/include" old_program.c -o old_program \
    -L"$build/out" -lddc

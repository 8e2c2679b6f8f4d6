#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the files of this folder from libddc as it was in a commit (by default b7af223, the first
# with libddc.so.1): tests/data/abi/make.sh [COMMIT]. Needs abigail-tools.
set -eu
cd "$(dirname "$0")"
. ./types.sh
unpack "${1:-b7af223}" libddc

cmake -S "$build/libddc" -B "$build/out" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS=-g >/dev/null
cmake --build "$build/out" --target ddc_c --parallel 2 >/dev/null
write_types libddc/include/ddc/ddc.h out/libddc.so.1 libddc.abi
strip --strip-unneeded -o libddc.so.1 "$build/out/libddc.so.1"
cc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -s -I"$build/libddc/include" old_program.c -o old_program \
    -L"$build/out" -lddc

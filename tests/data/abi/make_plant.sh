#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes libplant_c.abi of this folder from the simulator as it was in a commit (by default a1d36af, the
# first with libplant_c.so.1): tests/data/abi/make_plant.sh [COMMIT]. Needs abigail-tools.
set -eu
cd "$(dirname "$0")"
. ./types.sh
unpack "${1:-a1d36af}" plant

# Only what declares its functions: the rest of the library may stay undefined here.
c++ -std=c++17 -g -shared -fPIC -fvisibility=hidden -I"$build/plant/include" -I"$build/plant/src" \
    $(pkg-config --cflags eigen3) -Wl,-soname,libplant_c.so.1 \
    -Wl,--version-script="$build/plant/src/plant_c.map" \
    "$build/plant/src/c_api.cpp" "$build/plant/src/c_api_batch.cpp" -o "$build/libplant_c.so.1"
write_types plant/include/plant/plant_c.h libplant_c.so.1 libplant_c.abi

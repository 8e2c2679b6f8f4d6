#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes libplant_c.abi of this folder from the simulator as it was in a commit (by default a1d36af, the
# first with libplant_c.so.1): tests/data/abi/make_plant.sh [COMMIT]. Needs abigail-tools.
set -eu
cd "$(dirname "$0")"
commit=${1:-a1d36af}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
git -C ../../.. archive "$commit" plant | tar -x -C "$build"

# Only what declares its functions: the rest of the library may stay undefined here.
c++ -std=c++17 -g -shared -fPIC -fvisibility=hidden -I"$build/plant/include" -I"$build/plant/src" \
    $(pkg-config --cflags eigen3) -Wl,-soname,libplant_c.so.1 \
    -Wl,--version-script="$build/plant/src/plant_c.map" \
    "$build/plant/src/c_api.cpp" "$build/plant/src/c_api_batch.cpp" -o "$build/libplant_c.so.1"
abidw --no-corpus-path --no-comp-dir-path --no-show-locs --drop-undefined-syms --drop-private-types \
    --exported-interfaces-only --header-file "$build/plant/include/plant/plant_c.h" \
    "$build/libplant_c.so.1" | sed "s#path='$build/#path='#" >libplant_c.abi
# REUSE-IgnoreStart
echo '<!-- SPDX-License-Identifier: MIT -->' >>libplant_c.abi
# REUSE-IgnoreEnd

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Shows live runs and a recording in PlotJuggler: plotjuggler.sh SOURCE. README.md beside it describes it.
set -euo pipefail
source=${1:-}
[ -z "$source" ] || source=$(realpath "$source")
cd "$(dirname "$0")/../.."
. tests/viewers/common.sh

need_source plotjuggler_app
need_packages at-spi2-core dbus imagemagick openbox python3-pyatspi xdotool xvfb

targets=(plotjuggler DataLoadMCAP DataStreamFoxgloveBridge DataStreamUDP ParserROS2)
program=$source/build/bin/plotjuggler

build() {
    need_packages cmake g++ liblua5.4-dev liblz4-dev libfmt-dev libqt5opengl5-dev libqt5svg5-dev \
        libqt5websockets5-dev libqt5x11extras5-dev libzstd-dev ninja-build nlohmann-json3-dev qtbase5-dev
    local here=$PWD/tests/viewers/plotjuggler
    step "PlotJuggler: $source/build.log"
    cmake -S "$source" -B "$source/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_PROJECT_plotjuggler_INCLUDE="$here/without_wasmer.cmake" \
        -DDATA_TAMER_PARSER_INCLUDE_DIR="$here" -DCMAKE_DISABLE_FIND_PACKAGE_Python3=ON \
        -DCMAKE_DISABLE_FIND_PACKAGE_Arrow=ON >"$source/build.log" 2>&1
    nice cmake --build "$source/build" -j2 --target "${targets[@]}" >>"$source/build.log" 2>&1
}
[ -x "$program" ] || build

step "Live runs and a recording in PlotJuggler"
# Descriptor 3 is the output of drive.py; that of the session's services goes to a file.
dbus-run-session -- tests/viewers/plotjuggler/session.sh \
    /usr/bin/python3 tests/viewers/plotjuggler/drive.py "$program" "$DDC_BIN" "$pictures" \
    3>&1 >"$pictures/session.log" 2>&1
step "Pictures are in $pictures"

#!/bin/sh
# SPDX-License-Identifier: MIT
# Records vdsim_realtime for half a minute and draws it. usage: draw.sh DIRECTORY_OF_PROGRAMS PICTURE.png
set -e
here=$(dirname "$(realpath "$0")")
states=$(mktemp)
trap 'rm -f "$states"' EXIT
/usr/bin/python3 -B "$here/vds1_record.py" "$1" 30 > "$states"
gnuplot -e "picture='$2'; states='$states'" "$here/vds1.gp"

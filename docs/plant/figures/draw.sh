#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the figures of this folder. usage: draw.sh DIRECTORY_OF_PROGRAMS
set -e
programs=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
data=$here/../../../plant/data
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for model in kinematic bicycle seven_dof fourteen_dof; do
    sed "s/^model: .*/model: $model/" "$data/scenario/iso_7401_step_2deg.yaml" \
        > "$work/ladder_$model.yaml"
done
for scenario in "$work"/ladder_*.yaml "$data"/scenario/*.yaml; do
    "$programs/ddc-gateway" replay "$scenario" --output "$work/$(basename "$scenario" .yaml).csv"
done > "$work/report.txt"
"$programs/plant_tyre_table" "$data/tyre/sedan.tir" > "$work/tyre.csv"
cd "$work"
for plot in "$here"/*.gp; do
    gnuplot -e "set terminal svg size 760,420 font 'sans,11'; \
        set output '$here/$(basename "$plot" .gp).svg'" "$plot"
done
cat "$work/report.txt"

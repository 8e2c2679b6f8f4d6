#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the figures of this folder. usage: draw.sh DIRECTORY_OF_PROGRAMS
set -e
programs=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
data=$here/../../../../plant/data
demo=$here/../../../../programs/demo
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for model in kinematic bicycle seven_dof fourteen_dof; do
    sed "s/^model: .*/model: $model/" "$data/scenario/iso_7401_step_2deg.yaml" \
        > "$work/models_$model.yaml"
done
for scenario in "$work"/models_*.yaml "$data"/scenario/*.yaml; do
    "$programs/ddc-gateway" replay "$scenario" --output "$work/$(basename "$scenario" .yaml).csv"
done > "$work/report.txt"
# Brake control off and on: a full brake at once, one on split friction, a start on split friction, a swerve.
cat > "$work/full_brake.yaml" <<END
name: Full brake
model: seven_dof
initial_speed_mps: 40.0
duration_s: 1.0
dt_s: 0.001
controls: [{t_s: 0.0}, {t_s: 0.1, brake: 1.0}, {t_s: 0.6}]
END
sed -e 's/^name: .*/name: Start/' -e 's/^initial_speed_mps: .*/initial_speed_mps: 0.0/' -e '/brake: 0/d' \
    -e 's/- {t_s: 0.5.*/- {t_s: 0.0, throttle: 1.0}/' -e 's/friction_right: 0.2/friction_right: 0.1/' \
    "$demo/split_brake.yaml" > "$work/split_start.yaml"
cp "$demo/split_brake.yaml" "$demo/swerve.yaml" "$work"
printf 'base: sedan\nbrake: {front_share: 0.65}\nbrake_control: {valve: {enabled: true}, lag: {enabled: true}}\n' > "$work/lag.yaml"
sed '/^brake_control:/,$d' "$data/brake_control/sedan_rear_load.yaml" > "$work/loaded.yaml"
for run in full_brake_off:sedan full_brake_on:lag split_brake_off:sedan split_brake_on:all \
    split_start_off:sedan split_start_on:all swerve_off:loaded swerve_on:all_loaded; do
    case ${run#*:} in
    sedan) vehicle=$data/vehicle/sedan.yaml ;;
    all) vehicle=$data/brake_control/sedan.yaml ;;
    all_loaded) vehicle=$data/brake_control/sedan_rear_load.yaml ;;
    *) vehicle=$work/${run#*:}.yaml ;;
    esac
    name=${run%:*}
    "$programs/ddc-gateway" replay "$work/${name%_o*}.yaml" --vehicle "$vehicle" --output "$work/$name.csv"
done >> "$work/report.txt"
# Steps of throttle, brake and steering at 10 m/s through the actuation models, with both behaviours.
for model_and_step in actuation_cmd:0.1 actuation_cmd_steer_map:3 actuation_cmd_vgr:2 \
    actuation_cmd_mechanical:2; do
    model=${model_and_step%:*}
    inputs=$work/actuation_inputs_$model.csv
    awk -v step="${model_and_step#*:}" 'BEGIN {
        print "t,accel_cmd,brake_cmd,slope_accx,steer_cmd,gear"
        for (i = 1; i <= 400; ++i) {
            t = 0.025 * i
            accel = t > 1 && t <= 4 ? 0.3 : 0
            brake = t > 6 && t <= 9 ? 0.3 : 0
            steer = t > 1 && t <= 6 ? step : 0
            print t "," accel "," brake ",0," steer ",2"
        }
    }' > "$inputs"
    for behaviour in reference corrected; do
        sed -e "s/^compatibility: [a-z]*/compatibility: $behaviour/" -e 's/vx: 0\.0/vx: 10.0/' \
            -e "s,_path: ,_path: $data/actuation/," "$data/actuation/$model.yaml" \
            > "$work/$model.yaml"
        "$programs/ddc-gateway" replay "$work/$model.yaml" --inputs "$inputs" \
            --output "$work/actuation_${model}_$behaviour.csv"
    done
done >> "$work/report.txt"
# The corner of a map is a word; gnuplot requires a number there.
for map in accel_map brake_map steer_map; do
    sed '1s/^default/0/' "$data/actuation/$map.csv" > "$work/$map.csv"
done
"$programs/plant_tyre_table" "$data/tyre/sedan.tir" > "$work/tyre.csv"
cd "$work"
for plot in "$here"/*.gp; do
    gnuplot -e "figures = '$here'; set terminal svg size 760,420 font 'sans,11'; \
        set output '$here/$(basename "$plot" .gp).svg'" "$plot"
done
cat "$work/report.txt"

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes all pictures of README.md and docs/ again, in about eight minutes; run it on an idle machine.
# Usage: docs/figures/pictures.sh BUILD_FOLDER [NAME...]
# BUILD_FOLDER was configured with -DDDC_WEB=ON and has all programs. NAMEs are those of the functions below.
set -euo pipefail
[ $# -ge 1 ] || {
    sed -n '3,5s/^# //p' "$0" >&2
    exit 2
}
build=$(realpath "$1")
shift
cd "$(dirname "$0")/../.."
images=docs/images
PATH="$build/bin:$PATH"
export DDC_NAME="pictures.$$"
mkdir -p out/demo out/platoon
work=$(mktemp -d)
car=
trap 'kill $car 2>/dev/null || true; rm -rf "$work" "/dev/shm/ddc.$DDC_NAME"' EXIT

passes_or() { "${@:2}" || [ $? = "$1" ]; } # passes_or EXIT_CODE COMMAND...

demo() {
    for program in autopilot autopilot_basic; do
        ddc-gateway run "programs/demo/$program.yaml" --summary "out/demo/$program.json"
    done
    gnuplot programs/demo/plot.gp
    cp out/demo/demo.png $images
}

requirements() {
    cat >"$work/requirements.yaml" <<'END'
requirements:
  on_route: "always (route_distance_m < 1.0)"
  slow_enough: "always (vx_mps < 60 km/h)"
  starts: "eventually[0,5] (vx_mps > 1)"
  brakes: {formula: "always (set_braking > 0.3 implies eventually[0,3] (vx_mps < 5))", scale: 5}
END
    passes_or 4 ddc-gateway check out/demo/autopilot_basic.csv "$work/requirements.yaml" \
        --plot $images/requirements.png
}

plot() {
    cat >"$work/on_route.yaml" <<END
duration_s: 120
program: {exec: [autopilot_basic, "4000"]}
route: {file: $PWD/programs/demo/route.csv}
trace: $work/on_route.csv
requirements:
  on_route: "always (route_distance_m < 1.0)"
  starts: "eventually[0,5] (vx_mps > 1)"
END
    ddc-gateway run "$work/on_route.yaml" --repeatable --summary "$work/on_route.json"
    passes_or 4 ddc-gateway run "$work/on_route.yaml" --repeatable --set vehicle.start.y_m=2 \
        --set "trace=$work/beside.csv"
    ddc-gateway plot "$work/on_route.csv" "$work/beside.csv" --columns set_steering -o $images/plot.png
    ddc-gateway report "$work/on_route.csv" "$work/on_route.json" "$work/on_route.yaml" -o "$work/run-report.html"
    docs/figures/browser.mjs page "$work/run-report.html" $images/run-report.png
}

platoon() {
    ddc-gateway run programs/platoon/platoon.yaml
    gnuplot programs/platoon/plot.gp
    cp out/platoon/platoon.png $images
}

campaign_of() { # campaign_of NAME: as in ./demo campaign
    rm -rf "out/demo/$1"
    ddc-gateway campaign plan "programs/demo/$1.yaml" "out/demo/$1"
    passes_or 4 ddc-gateway campaign run "out/demo/$1"
    passes_or 4 ddc-gateway campaign merge "out/demo/$1" --csv "out/demo/$1.csv" >"$work/merged.txt"
}

campaign() {
    campaign_of map
    campaign_of falsify
    rm -rf out/demo/smallest
    ddc-gateway campaign shrink out/demo/falsify -o out/demo/smallest
    passes_or 4 ddc-gateway run out/demo/smallest/run.yaml --plot $images/counterexample.png
    ddc-gateway run programs/demo/lane.yaml --repeatable
    gnuplot programs/demo/campaign.gp
    cp out/demo/campaign.png $images
    passes_or 4 ddc-gateway campaign report out/demo/map -o "$work/campaign.html"
    docs/figures/browser.mjs page "$work/campaign.html" $images/campaign-report.png
}

safety() {
    passes_or 1 ddc-gateway run programs/demo/faults.yaml --summary out/demo/faults.json
    passes_or 3 ddc-gateway run programs/demo/faults_safe.yaml --summary out/demo/faults_safe.json
    gnuplot programs/demo/safety.gp
    cp out/demo/safety.png $images
}

realtime() {
    vdsim_realtime --state-version 5 --duration 300 >"$work/car.json" 2>"$work/car.log" &
    car=$!
    ddc-gateway run programs/demo/realtime.yaml --summary out/demo/realtime.json
    kill $car
    gnuplot programs/demo/realtime.gp
    cp out/demo/realtime.png $images
}

vds1() { docs/figures/draw.sh "$build/bin"; }

plant() { docs/reference/plant/figures/draw.sh "$build/bin"; }

architecture() { docs/figures/architecture.py "$build"; }

web() { docs/figures/browser.mjs web "$build/bin" $images; }

for name in "${@:-demo requirements plot platoon campaign safety realtime vds1 plant architecture web}"; do
    for picture in $name; do
        echo "== $picture"
        "$picture"
    done
done

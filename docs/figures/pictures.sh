#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes all pictures of README.md and docs/ again, in about twelve minutes; run it on an idle machine.
# Usage: docs/figures/pictures.sh BUILD_FOLDER [NAME...]
# BUILD_FOLDER was configured with -DDDC_WEB=ON -DDDC_ROS2=ON and has all programs.
# NAMEs are those of the functions below.
set -euo pipefail
[ $# -ge 1 ] || {
    sed -n '3,6s/^# //p' "$0" >&2
    exit 2
}
build=$(realpath "$1")
shift
cd "$(dirname "$0")/../.."
images=$PWD/docs/images
PATH="$build/bin:$PATH"
export DDC_NAME="pictures.$$"
mkdir -p out/demo out/platoon
work=$(mktemp -d)
export TMPDIR="$work" # with a shared one, processes in other containers could remove files of campaigns
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work" "/dev/shm/ddc.$DDC_NAME"' EXIT

passes_or() { "${@:2}" || [ $? = "$1" ]; } # passes_or EXIT_CODE COMMAND...

# files_of PAGE: makes $work/PAGE, a folder as the reader of docs/PAGE.md has it, with the files of the page.
files_of() {
    mkdir -p "$work/$1/out"
    ln -s "$PWD/programs" "$work/$1/programs"
    docs/figures/page_files.py "docs/$1.md" "$work/$1"
}

demo() {
    for program in autopilot autopilot_basic; do
        ddc-gateway run "programs/demo/$program.yaml" --summary "out/demo/$program.json"
    done
    gnuplot programs/demo/plot.gp
    cp out/demo/demo.png "$images"
}

requirements() { # as in docs/how-to/requirements.md
    files_of how-to/requirements
    (
        cd "$work/how-to/requirements"
        ddc-gateway run judged.yaml
        passes_or 4 ddc-gateway check out/judged.csv limits.yaml --plot "$images/requirements.png"
    )
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
    ddc-gateway plot "$work/on_route.csv" "$work/beside.csv" --columns set_steering -o "$images/plot.png"
    ddc-gateway report "$work/on_route.csv" "$work/on_route.json" "$work/on_route.yaml" -o "$work/run-report.html"
    docs/figures/browser.mjs page "$work/run-report.html" "$images/run-report.png"
}

platoon() {
    ddc-gateway run programs/platoon/platoon.yaml
    gnuplot programs/platoon/plot.gp
    cp out/platoon/platoon.png "$images"
}

driver() {
    mkdir -p out/driver
    ddc-gateway run programs/demo/autopilot.yaml
    for name in route lanes lanes_autopilot handling; do
        ddc-gateway run "programs/driver/$name.yaml" --repeatable
    done
    gnuplot programs/driver/plot.gp
    cp out/driver/driver.png "$images"
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
    passes_or 4 ddc-gateway run out/demo/smallest/run.yaml
    ddc-gateway run programs/demo/lane.yaml --repeatable
    gnuplot programs/demo/campaign.gp
    cp out/demo/campaign.png "$images"
    passes_or 4 ddc-gateway campaign report out/demo/map -o "$work/campaign.html"
    docs/figures/browser.mjs page "$work/campaign.html" "$images/campaign-report.png"
}

first_campaign() { # as in docs/tutorials/first-campaign.md
    files_of tutorials/first-campaign
    (
        cd "$work/tutorials/first-campaign"
        ddc-gateway campaign plan campaign.yaml out/campaign
        ddc-gateway campaign run out/campaign
        ddc-gateway campaign report out/campaign
        ddc-gateway campaign plan search.yaml out/search
        passes_or 4 ddc-gateway campaign run out/search
        ddc-gateway campaign shrink out/search -o out/smallest
        passes_or 4 ddc-gateway run out/smallest/run.yaml --plot "$images/counterexample.png"
    )
    docs/figures/browser.mjs page "$work/tutorials/first-campaign/out/campaign/report.html" \
        "$images/first-campaign-report.png" 1200 1090
}

safety() {
    passes_or 1 ddc-gateway run programs/demo/faults.yaml --summary out/demo/faults.json
    passes_or 3 ddc-gateway run programs/demo/faults_safe.yaml --summary out/demo/faults_safe.json
    gnuplot programs/demo/safety.gp
    cp out/demo/safety.png "$images"
}

faults() { # as in ./demo faults
    rm -rf out/demo/faults
    ddc-gateway campaign plan programs/demo/each_fault.yaml out/demo/faults
    passes_or 4 ddc-gateway campaign run out/demo/faults
    passes_or 4 ddc-gateway campaign report out/demo/faults --csv out/demo/faults.csv
    gnuplot programs/demo/each_fault.gp
    cp out/demo/faults.png "$images"
}

realtime() {
    vdsim_realtime --state-version 5 --duration 300 >"$work/car.json" 2>"$work/car.log" &
    car=$!
    ddc-gateway run programs/demo/realtime.yaml --summary out/demo/realtime.json
    kill $car
    gnuplot programs/demo/realtime.gp
    cp out/demo/realtime.png "$images"
    ddc-gateway report out/demo/realtime.json programs/demo/realtime.yaml -o "$work/realtime.html"
    docs/figures/browser.mjs page "$work/realtime.html" "$images/realtime-report.png" 1200 1560
}

montisim() { # as in ./demo montisim
    ddc create "$DDC_NAME"
    autopilot ddc 4000 &
    program=$!
    mkfifo "$work/announced"
    ddcserver 0 --once --announce 3 3>"$work/announced" &
    server=$!
    port=$(sed 's/.*127\.0\.0\.1:\([0-9]*\).*/\1/' "$work/announced")
    programs/python/montisim.py drive "$port" --ref-id 16384 --by-field --output out/demo/montisim.csv
    wait $server
    kill $program
    passes_or 143 wait $program
    ddc remove "$DDC_NAME"
    gnuplot programs/demo/montisim.gp
    cp out/demo/montisim.png "$images"
}

autoware() { # as in ./demo autoware
    ROS_DOMAIN_ID=$(cmake/free_ros_domain.sh)
    export ROS_DOMAIN_ID
    autoware_node actuation "$ROS_DOMAIN_ID" programs/demo/route.csv &
    node=$!
    ddc-gateway run programs/demo/autoware.yaml --pace 2 &
    gateway=$!
    wait $node
    kill -INT $gateway
    passes_or 3 wait $gateway # the node timed out between its end and that of the run
    gnuplot programs/demo/autoware.gp
    cp out/demo/autoware.png "$images"
}

vds1() { docs/figures/draw.sh "$build/bin" "$images/vds1.png"; }

brakes() {
    for scenario in split_brake:sedan swerve:sedan_rear_load; do
        name=${scenario%:*}
        replay=(ddc-gateway replay "programs/demo/$name.yaml" --vehicle "plant/data/brake_control/${scenario#*:}.yaml")
        "${replay[@]}" --output "out/demo/${name}_on.csv"
        "${replay[@]}" --set vehicle.parameters.brake_control.abs.enabled=false \
            --set vehicle.parameters.brake_control.esc.enabled=false --output "out/demo/${name}_off.csv"
    done
    gnuplot programs/demo/brakes.gp
    cp out/demo/brakes.png "$images"
}

plant() { docs/reference/plant/figures/draw.sh "$build/bin"; }

architecture() { docs/figures/architecture.py "$build"; }

web() { docs/figures/browser.mjs run "$build/bin" "$images"; }

manual_driving() { # as in docs/tutorials/manual-driving.md
    files_of tutorials/manual-driving
    docs/figures/browser.mjs drive "$build/bin" "$images" "$work/tutorials/manual-driving"
    (
        cd "$work/tutorials/manual-driving"
        ddc-gateway plot drive.csv --columns safety_park_at_speed -o "$images/manual-driving.png"
    )
}

studio() { docs/figures/browser.mjs studio "$build/bin" "$images"; }

all="demo requirements plot platoon driver campaign first_campaign safety brakes faults realtime montisim autoware
    vds1 plant architecture web manual_driving studio"
for name in "${@:-$all}"; do
    for picture in $name; do
        echo "== $picture"
        "$picture"
    done
done

# SPDX-License-Identifier: MIT
# Draws out/demo/faults.png from the traces of ./demo faults, with a band while a fault is active;
# run from the top of the checkout.
set datafile separator ","
set terminal pngcairo size 1500,900 font "DejaVu Sans,11" background "white"
set output "out/demo/faults.png"
set key opaque noautotitle top right
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
set style fill solid 0.25 noborder
good = "out/demo/fault_none.csv"
blue = "#1f6fb4"
orange = "#d9641e"
red = "#c02020"

# trace(NAME): that of the run with this fault. band(NAME, TOP): its height while the fault is active.
trace(name) = "out/demo/fault_" . name . ".csv"
set multiplot layout 3,2 title "Six faults, one at a time: band = active, dashed = limit of the requirement" font ",14"
set xlabel "simulated time [s]"
set xrange [0:60]

do for [panel in "position ice steering"] {
    set title panel eq "position" ? "position: the input drifts by 0.5 m/s" : \
              panel eq "ice" ? "ice: 15 m of road have a friction of 0.1" : "steering: stuck"
    set ylabel "distance from route [m]"
    set yrange [0:5]
    plot trace(panel) using "t_s":(5 * column("fault." . panel)) with filledcurves y1=0 lc rgb orange, \
         0.9 with lines dt 2 lc rgb red title "in\\_lane", \
         good using "t_s":"route_distance_m" with lines lw 1.5 lc rgb blue title "without fault", \
         trace(panel) using "t_s":"route_distance_m" with lines lw 2 lc rgb orange title "with fault"
}

set ylabel "speed [m/s]"
set yrange [0:20]
set key bottom right
do for [panel in "speed brake program"] {
    limit = panel eq "speed" ? 13 : panel eq "brake" ? 10 : NaN
    requirement = panel eq "speed" ? "no\\_speeding" : panel eq "brake" ? "slow\\_in\\_bends" : ""
    set title panel eq "speed" ? "speed: the input is frozen" : \
              panel eq "brake" ? "brake: dead" : "program: stopped; the vehicle is in fail-safe, which breaks in\\_control"
    plot trace(panel) using "t_s":(20 * column("fault." . panel)) with filledcurves y1=0 lc rgb orange, \
         limit with lines dt 2 lc rgb red title requirement, \
         good using "t_s":"vx_mps" with lines lw 1.5 lc rgb blue title "without fault", \
         trace(panel) using "t_s":"vx_mps" with lines lw 2 lc rgb orange title "with fault"
}
unset multiplot

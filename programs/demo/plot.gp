# SPDX-License-Identifier: MIT
# Draws out/demo/demo.png from the traces of both programs; run from the top of the checkout.
set datafile separator ","
set terminal pngcairo size 1500,820 font "DejaVu Sans,11" background "white"
set output "out/demo/demo.png"
set key opaque noautotitle
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
polling = "out/demo/autopilot.csv"
waiting = "out/demo/autopilot_basic.csv"
blue = "#1f6fb4"
orange = "#d9641e"

set multiplot title "VCG programs driving the simulator in measured mode" font ",14"

set origin 0.0, 0.0
set size 0.5, 0.95
set title "Route and driven paths"
set xlabel "x [m]"
set ylabel "y [m]"
set size ratio -1
set key top left
plot "programs/demo/route.csv" using "x_m":"y_m" with lines lw 8 lc rgb "#cccccc" title "route", \
     polling using "x_m":"y_m" with lines lw 2 lc rgb blue title "autopilot", \
     waiting using "x_m":"y_m" with lines lw 2 dt (8,8) lc rgb orange title "autopilot\\_basic", \
     "programs/demo/route.csv" using "x_m":"y_m" every ::0::0 with points pt 7 ps 1.6 lc rgb "#2a9d3a" title "start"

set size noratio
set size 0.5, 0.475
set origin 0.5, 0.475
set title "Speed"
set xlabel "simulated time [s]"
set ylabel "speed [km/h]"
set key bottom center
plot polling using "t_s":"true_velocity" with lines lw 2 lc rgb blue title "autopilot", \
     waiting using "t_s":"true_velocity" with lines lw 2 dt (8,8) lc rgb orange title "autopilot\\_basic"

set origin 0.5, 0.0
set title "Distance from the route"
set ylabel "distance [m]"
set yrange [0:*]
set key top right
plot polling using "t_s":"route_distance_m" with lines lw 2 lc rgb blue title "autopilot", \
     waiting using "t_s":"route_distance_m" with lines lw 2 dt (8,8) lc rgb orange title "autopilot\\_basic"
unset multiplot

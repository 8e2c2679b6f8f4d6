# SPDX-License-Identifier: MIT
# Draws the traces of two runs on the demo's route; run from the top of the checkout. fmu.gp sets other
# traces and texts before it loads this file.
if (!exists("picture")) picture = "out/demo/demo.png"
if (!exists("heading")) heading = "VCG programs driving the simulator in measured mode"
if (!exists("first")) first = "out/demo/autopilot.csv"
if (!exists("second")) second = "out/demo/autopilot_basic.csv"
if (!exists("first_name")) first_name = "autopilot"
if (!exists("second_name")) second_name = "autopilot\\_basic"
set datafile separator ","
set terminal pngcairo size 1500,820 font "DejaVu Sans,11" background "white"
set output picture
set key opaque noautotitle
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
blue = "#1f6fb4"
orange = "#d9641e"

set multiplot title heading font ",14"

set origin 0.0, 0.0
set size 0.5, 0.95
set title "Route and driven paths"
set xlabel "x [m]"
set ylabel "y [m]"
set size ratio -1
set key top left
plot "programs/demo/route.csv" using "x_m":"y_m" with lines lw 8 lc rgb "#cccccc" title "route", \
     first using "x_m":"y_m" with lines lw 2 lc rgb blue title first_name, \
     second using "x_m":"y_m" with lines lw 2 dt (8,8) lc rgb orange title second_name, \
     "programs/demo/route.csv" using "x_m":"y_m" every ::0::0 with points pt 7 ps 1.6 lc rgb "#2a9d3a" title "start"

set size noratio
set size 0.5, 0.475
set origin 0.5, 0.475
set title "Speed"
set xlabel "simulated time [s]"
set ylabel "speed [km/h]"
set key bottom center
plot first using "t_s":"true_velocity" with lines lw 2 lc rgb blue title first_name, \
     second using "t_s":"true_velocity" with lines lw 2 dt (8,8) lc rgb orange title second_name

set origin 0.5, 0.0
set title "Distance from the route"
set ylabel "distance [m]"
set yrange [0:*]
set key top right
plot first using "t_s":"route_distance_m" with lines lw 2 lc rgb blue title first_name, \
     second using "t_s":"route_distance_m" with lines lw 2 dt (8,8) lc rgb orange title second_name
unset multiplot

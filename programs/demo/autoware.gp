# SPDX-License-Identifier: MIT
# Draws out/demo/autoware.png from the trace of `./demo autoware`; run from the top of the checkout.
set datafile separator ","
set terminal pngcairo size 1500,820 font "DejaVu Sans,11" background "white"
set output "out/demo/autoware.png"
set key opaque noautotitle
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
trace = "out/demo/autoware.csv"
blue = "#1f6fb4"
# From the centre of gravity to the middle of the rear axle.
rear = 1.5

set multiplot title "A node of ROS 2 drives a car with Autoware's actuation commands" font ",14"

set origin 0.0, 0.0
set size 0.5, 0.95
set title "Route and path of the rear axle"
set xlabel "x [m]"
set ylabel "y [m]"
set size ratio -1
set key top left
plot "programs/demo/route.csv" using "x_m":"y_m" with lines lw 8 lc rgb "#cccccc" title "route", \
     trace using (column("x_m") - rear * cos(column("yaw_rad"))):(column("y_m") - rear * sin(column("yaw_rad"))) with lines lw 2 lc rgb blue title "car"

set size noratio
set key top right
set size 0.5, 0.475
set origin 0.5, 0.475
set title "Speed"
set xlabel "t [s]"
set ylabel "km/h"
plot trace using "t_s":(3.6 * column("vx_mps")) with lines lw 2 lc rgb blue

set origin 0.5, 0.0
set title "Heading"
set ylabel "deg"
plot trace using "t_s":(column("yaw_rad") * 57.29578) with lines lw 2 lc rgb blue
unset multiplot

# SPDX-License-Identifier: MIT
# Draws out/driver/driver.png from the traces of programs/driver and of the demo's autopilot; run from the top of the
# checkout.
set datafile separator ","
set terminal pngcairo size 1500,900 font "DejaVu Sans,11" background "white"
set output "out/driver/driver.png"
set key opaque noautotitle
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
blue = "#1f6fb4"
orange = "#d9641e"

set multiplot

set origin 0.0, 0.62
set size 0.5, 0.38
set title "Along the demo's route"
set xlabel "simulated time [s]"
set ylabel "distance from the route [m]"
set yrange [0:0.2]
set key top right
plot "out/demo/autopilot.csv" using "t_s":"route_distance_m" with lines lw 2 lc rgb orange title "autopilot", \
     "out/driver/route.csv" using "t_s":"route_distance_m" with lines lw 2 lc rgb blue title "driver model"

set origin 0.5, 0.62
set title "Speed along the demo's route"
set ylabel "speed [km/h]"
set yrange [0:*]
set key bottom center
plot "out/demo/autopilot.csv" using "t_s":(3.6 * column("vx_mps")) with lines lw 2 lc rgb orange title "autopilot", \
     "out/driver/route.csv" using "t_s":(3.6 * column("vx_mps")) with lines lw 2 lc rgb blue title "driver model"

# The lanes for a width of the vehicle of 1.8 m.
set origin 0.0, 0.31
set size 1.0, 0.31
set title "Double lane change, ISO 3888-1 at 80 km/h: path of the centre of gravity"
set xlabel "x [m]"
set ylabel "y [m]"
set xrange [-5:140]
set yrange [-2:6]
do for [lane in "0,15,-1.115,1.115 45,70,2.385,4.795 95,110,-1.115,1.475"] {
    start = real(lane[1:strstrt(lane, ",") - 1])
    rest = lane[strstrt(lane, ",") + 1:]
    end = real(rest[1:strstrt(rest, ",") - 1])
    rest = rest[strstrt(rest, ",") + 1:]
    right = real(rest[1:strstrt(rest, ",") - 1])
    left = real(rest[strstrt(rest, ",") + 1:])
    set arrow from start, right to end, right nohead lw 3 dt (2,2) lc rgb "#555555"
    set arrow from start, left to end, left nohead lw 3 dt (2,2) lc rgb "#555555"
}
set key top right
plot "out/driver/lanes_autopilot.csv" using "x_m":"y_m" with lines lw 2 lc rgb orange title "autopilot, which brakes", \
     "out/driver/lanes.csv" using "x_m":"y_m" with lines lw 2 lc rgb blue title "driver model, at 80 km/h"
unset arrow

set origin 0.0, 0.0
set title "Second lap of the handling course"
set xlabel "simulated time [s]"
set ylabel "speed [km/h]"
set xrange [58:112]
set yrange [0:*]
set key top right
plot "out/driver/handling.csv" using "t_s":(3.6 * column("driver_speed_mps")) with lines lw 4 lc rgb "#bbbbbb" \
         title "profile from the friction", \
     "out/driver/handling.csv" using "t_s":(3.6 * column("vx_mps")) with lines lw 1.5 lc rgb blue title "driver model"
unset multiplot

# SPDX-License-Identifier: MIT
# Draws out/demo/montisim.png from the cycles of `./demo montisim`; run from the top of the checkout.
set datafile separator ","
set terminal pngcairo size 1500,820 font "DejaVu Sans,11" background "white"
set output "out/demo/montisim.png"
set key opaque noautotitle
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
cycles = "out/demo/montisim.csv"
blue = "#1f6fb4"
orange = "#d9641e"

set multiplot title "A simulator that speaks MontiSim's protocol, ddcserver, DDC, autopilot" font ",14"

set origin 0.0, 0.0
set size 0.5, 0.95
set title "Route and driven path"
set xlabel "x [m]"
set ylabel "y [m]"
set size ratio -1
set key top left
plot "programs/demo/route.csv" using "x_m":"y_m" with lines lw 8 lc rgb "#cccccc" title "route", \
     cycles using "x_m":"y_m" with lines lw 2 lc rgb blue title "autopilot", \
     "programs/demo/route.csv" using "x_m":"y_m" every ::0::0 with points pt 7 ps 1.6 lc rgb "#2a9d3a" title "start"

set size noratio
set size 0.5, 0.475
set origin 0.5, 0.475
set title "Speed"
set xlabel "simulated time [s]"
set ylabel "speed [km/h]"
plot cycles using "t_s":"true_velocity" with lines lw 2 lc rgb blue

set origin 0.5, 0.0
set title "Steering command of the program"
set ylabel "steering [deg]"
plot cycles using "t_s":"set_steering" with lines lw 2 lc rgb orange
unset multiplot

# SPDX-License-Identifier: MIT
# Draws out/demo/safety.png from the traces without and with the safety rules; run from the top of
# the checkout.
set datafile separator ","
set terminal pngcairo size 1500,900 font "DejaVu Sans,11" background "white"
set output "out/demo/safety.png"
set key opaque noautotitle
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
bare = "out/demo/faults.csv"
safe = "out/demo/faults_safe.csv"
blue = "#1f6fb4"
orange = "#d9641e"

set multiplot title "An autopilot with faults: its steering shakes (15 s), PARK (32 s), silence (45 s), NaN (60 s)" font ",14"

set origin 0.0, 0.0
set size 0.4, 0.95
set title "Route and driven paths"
set xlabel "x [m]"
set ylabel "y [m]"
set size ratio -1
set key top left
plot "programs/demo/route.csv" using "x_m":"y_m" with lines lw 8 lc rgb "#cccccc" title "route", \
     safe using "x_m":"y_m" with lines lw 2 lc rgb blue title "with safety rules", \
     bare using "x_m":"y_m" with lines lw 2 dt (8,8) lc rgb orange title "without", \
     bare using "x_m":"y_m" every ::1::1 with points pt 7 ps 1.6 lc rgb "#2a9d3a" title "start"

set size noratio
set size 0.6, 0.33
set xrange [0:90]
do for [fault in "15 32 45 60"] {
    set arrow from first (fault + 0), graph 0 to first (fault + 0), graph 1 nohead dt 2 lc rgb "#888888"
}
set origin 0.4, 0.62
set title "Steering of the vehicle"
set xlabel ""
set ylabel "angle [deg]"
set key bottom right
plot bare using "t_s":"steering" with lines lw 1 lc rgb orange title "without", \
     safe using "t_s":"steering" with lines lw 2 lc rgb blue title "with safety rules"

set origin 0.4, 0.31
set title "Speed"
set ylabel "speed [km/h]"
set key bottom right
plot safe using "t_s":"true_velocity" with lines lw 2 lc rgb blue title "with safety rules", \
     bare using "t_s":"true_velocity" with lines lw 2 dt (8,8) lc rgb orange title "without: a NaN ends it"

set origin 0.4, 0.0
set title "Triggered rules"
set xlabel "simulated time [s]"
set ylabel ""
set yrange [0:5]
set ytics ("oscillation" 4, "park\\_at\\_speed" 3, "command\\_timeout" 2, "finite" 1)
plot safe using "t_s":(column("safety_oscillation") > 0 ? 4 : 1/0) with points pt 5 ps 0.6 lc rgb blue, \
     safe using "t_s":(column("safety_park_at_speed") > 0 ? 3 : 1/0) with points pt 5 ps 0.6 lc rgb blue, \
     safe using "t_s":(column("safety_command_timeout") > 0 ? 2 : 1/0) with points pt 5 ps 0.6 lc rgb blue, \
     safe using "t_s":(column("safety_finite") > 0 ? 1 : 1/0) with points pt 5 ps 0.6 lc rgb blue
unset multiplot

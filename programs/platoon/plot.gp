# SPDX-License-Identifier: MIT
# Draws out/platoon/platoon.png from the traces of the three cars; run from the top of the checkout.
set datafile separator ","
set terminal pngcairo size 1500,820 font "DejaVu Sans,11" background "white"
set output "out/platoon/platoon.png"
set key opaque noautotitle
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
leader = "out/platoon/leader.csv"
second = "out/platoon/second.csv"
third = "out/platoon/third.csv"
blue = "#1f6fb4"
orange = "#d9641e"
green = "#2a9d3a"

# The rows of two traces side by side: t_s, x_m and y_m are columns 1, 5 and 6, true_velocity is 11,
# and those of the second trace follow the columns of the first.
columns = 38
both(before, behind) = sprintf("< paste -d, %s %s", before, behind)
gap(dx, dy) = sqrt(dx * dx + dy * dy)

set multiplot title "Three programs in a platoon: messages 20 ms late, a fifth of them lost" font ",14"

set origin 0.0, 0.0
set size 0.5, 0.95
set title "Positions of the cars every 15 s"
set xlabel "x [m]"
set ylabel "y [m]"
set size ratio -1
set key top left
plot "programs/demo/route.csv" using "x_m":"y_m" with lines lw 8 lc rgb "#cccccc" title "route", \
     leader using "x_m":"y_m" every 1500 with points pt 7 ps 1.4 lc rgb blue title "leader", \
     second using "x_m":"y_m" every 1500 with points pt 7 ps 1.4 lc rgb orange title "second", \
     third using "x_m":"y_m" every 1500 with points pt 7 ps 1.4 lc rgb green title "third"

set size noratio
set size 0.5, 0.475
set origin 0.5, 0.475
set title "Speed"
set xlabel "simulated time [s]"
set ylabel "speed [km/h]"
set key bottom right
plot leader using "t_s":"true_velocity" with lines lw 2 lc rgb blue title "leader", \
     second using "t_s":"true_velocity" with lines lw 2 lc rgb orange title "second", \
     third using "t_s":"true_velocity" with lines lw 2 lc rgb green title "third"

set origin 0.5, 0.0
set title "Gap to the vehicle ahead, and 9 m + 1.2 s at the ego speed"
set ylabel "gap [m]"
set yrange [0:*]
plot both(leader, second) using 1:(gap($5 - column(columns + 5), $6 - column(columns + 6))) every ::1 \
         with lines lw 2 lc rgb orange title "second", \
     second using "t_s":(9 + 1.2 * column("true_velocity") / 3.6) with lines lw 1 dt (8,8) lc rgb orange, \
     both(second, third) using 1:(gap($5 - column(columns + 5), $6 - column(columns + 6))) every ::1 \
         with lines lw 2 lc rgb green title "third", \
     third using "t_s":(9 + 1.2 * column("true_velocity") / 3.6) with lines lw 1 dt (8,8) lc rgb green
unset multiplot

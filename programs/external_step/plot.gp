# SPDX-License-Identifier: MIT
# Draws out/external_step.png from out/external_step.txt; run from the top of the checkout.
set terminal pngcairo size 1100,800 font "DejaVu Sans,11" background "white"
set output "out/external_step.png"
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
set key autotitle columnhead opaque
table = "out/external_step.txt"

set multiplot layout 3,1 title "Stepped from outside: a lane change at 20 m/s" font ",14"
set ylabel "yaw rate [rad/s]"
plot table using "t_s":"measured" with lines lc rgb "#aaaaaa" title "measured by the gyro", \
     table using "t_s":"yaw_rate" with lines lw 2 lc rgb "#1f6fb4" title "true"
set ylabel "wheel angle [rad]"
plot table using "t_s":"steer" with lines lw 2 lc rgb "#888888" title "commanded", \
     table using "t_s":"applied" with lines lw 2 lc rgb "#d9641e" title "after the actuator"
set ylabel "rack torque [N m]"
set xlabel "simulated time [s]"
plot table using "t_s":"rack" with lines lw 2 lc rgb "#2a9d3a" notitle
unset multiplot

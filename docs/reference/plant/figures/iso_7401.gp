# SPDX-License-Identifier: MIT
set datafile separator ','
set multiplot layout 1,2
set xlabel 'time / s'
set xrange [0.5:4]
set grid
set key bottom right
set ylabel 'yaw rate / (deg/s)'
plot for [d in '1 2 4'] 'iso_7401_step_'.d.'deg.csv' every 40 using 't_s':(57.29578*column('yaw_rate_radps')) \
    with lines lw 2 title d.' deg'
set ylabel 'lateral acceleration / (m/s^2)'
plot for [d in '1 2 4'] 'iso_7401_step_'.d.'deg.csv' every 40 using 't_s':'ay_mps2' with lines lw 2 title d.' deg'

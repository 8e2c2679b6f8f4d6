# SPDX-License-Identifier: MIT
set datafile separator ','
set multiplot layout 1,2
set grid
set key above
set xlabel 'speed / (m/s)'
set ylabel 'acceleration / (m/s^2)'
plot for [i=0:9] 'accel_map.csv' nonuniform matrix using 1:3 every :::i::i with lines lw 1.5 lc 2 \
        title (i == 9 ? 'throttle 0 to 1' : ''), \
    for [i=1:10] 'brake_map.csv' nonuniform matrix using 1:3 every :::i::i with lines lw 1.5 lc 7 \
        title (i == 10 ? 'brake 0.1 to 1' : ''), \
    'accel_map.csv' nonuniform matrix using 1:3 every :::0::0 with lines lw 3 lc 'black' title 'no pedal'
set xlabel 'tyre angle / rad'
set ylabel 'rate of the tyre angle / (rad/s)'
plot for [i=0:10] 'steer_map.csv' nonuniform matrix using 1:3 every :::i::i with lines lw 1.5 lc 1 \
        title (i == 10 ? 'voltage -10 to 10' : '')
unset multiplot

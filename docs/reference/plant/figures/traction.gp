# SPDX-License-Identifier: MIT
set datafile separator ','
set xlabel 'time / s'
set ylabel 'm/s'
set xrange [0:6]
set yrange [0:15]
set grid
set key top left
plot 'split_start_on.csv' every 10 using 't_s':'vx_mps' with lines lw 2 lc rgb '#1f6fb4' title 'car, with traction control', \
     'split_start_on.csv' every 10 using 't_s':(0.32 * column('wheel_spin_radps_rr')) with lines lc rgb '#2a9d3a' title 'its wheel on friction 0.1', \
     'split_start_off.csv' every 10 using 't_s':'vx_mps' with lines lw 2 lc rgb '#d9641e' title 'car, without', \
     'split_start_off.csv' every 10 using 't_s':(0.32 * column('wheel_spin_radps_rr')) with lines dt 2 lc rgb '#d9641e' title 'its wheel on friction 0.1'

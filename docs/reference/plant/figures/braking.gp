# SPDX-License-Identifier: MIT
set datafile separator ','
set xlabel 'time / s'
set ylabel 'speed / (m/s)'
set grid
plot 'braking.csv' every 40 using 't_s':'vx_mps' with lines lw 2 title 'full brake from 100 km/h', \
     'braking_split.csv' every 40 using 't_s':'vx_mps' with lines lw 2 title 'half brake, right side slippery'

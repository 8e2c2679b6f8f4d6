# SPDX-License-Identifier: MIT
set datafile separator ','
set multiplot layout 2,1
set grid
set key top right
set ylabel 'm/s'
set xrange [0:7]
plot 'split_brake_on.csv' every 10 using 't_s':'vx_mps' with lines lw 2 lc rgb '#888888' title 'car, with ABS', \
     'split_brake_on.csv' every 10 using 't_s':(0.32 * column('wheel_spin_radps_fl')) with lines lc rgb '#1f6fb4' title 'front left wheel, friction 0.8', \
     'split_brake_on.csv' every 10 using 't_s':(0.32 * column('wheel_spin_radps_fr')) with lines lc rgb '#2a9d3a' title 'front right wheel, friction 0.2', \
     'split_brake_off.csv' every 10 using 't_s':(0.32 * column('wheel_spin_radps_fr')) with lines dt 2 lc rgb '#d9641e' title 'front right wheel without ABS'
set key bottom right
set ylabel 'heading / deg'
set xlabel 'time / s'
plot 'split_brake_on.csv' every 10 using 't_s':(57.2958 * column('yaw_rad')) with lines lw 2 lc rgb '#1f6fb4' title 'with ABS', \
     'split_brake_off.csv' every 10 using 't_s':(57.2958 * column('yaw_rad') + (column('yaw_rad') < -0.5 ? 360 : 0)) with lines lw 2 lc rgb '#d9641e' title 'without'

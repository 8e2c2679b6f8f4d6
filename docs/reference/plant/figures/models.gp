# SPDX-License-Identifier: MIT
set datafile separator ','
set xlabel 'time / s'
set ylabel 'yaw rate / (deg/s)'
set xrange [0.5:4]
set grid
set key bottom right
plot for [m in 'kinematic bicycle seven_dof fourteen_dof'] 'models_'.m.'.csv' every 40 \
    using 't_s':(57.29578*column('yaw_rate_radps')) with lines lw 2 title m noenhanced

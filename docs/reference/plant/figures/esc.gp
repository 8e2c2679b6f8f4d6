# SPDX-License-Identifier: MIT
set datafile separator ','
set multiplot layout 2,1
set grid
set key bottom right
set xrange [0.5:6]
set ylabel 'yaw rate / (deg/s)'
plot 'swerve_on.csv' every 10 using 't_s':(57.2958 * column('yaw_rate_radps')) with lines lw 2 lc rgb '#1f6fb4' title 'with ESC', \
     'swerve_off.csv' every 10 using 't_s':(57.2958 * column('yaw_rate_radps')) with lines lw 2 lc rgb '#d9641e' title 'without', \
     'swerve_on.csv' every 10 using 't_s':(57.2958 * column('steer_applied_rad')) with lines dt 2 lc rgb '#888888' title 'steering at the wheels / deg'
set key top right
set ylabel 'brake torque / Nm'
set xlabel 'time / s'
plot 'swerve_on.csv' every 10 using 't_s':'brake_torque_nm_fl' with lines lw 2 lc rgb '#1f6fb4' title 'front left', \
     'swerve_on.csv' every 10 using 't_s':'brake_torque_nm_fr' with lines lw 2 lc rgb '#2a9d3a' title 'front right', \
     'swerve_on.csv' every 10 using 't_s':(column('brake_torque_nm_rl') + column('brake_torque_nm_rr')) with lines lc rgb '#888888' title 'rear, both'

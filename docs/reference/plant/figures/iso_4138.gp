# SPDX-License-Identifier: MIT
set datafile separator ','
set xlabel 'lateral acceleration / (m/s^2)'
set ylabel 'steering beyond the geometric angle / mrad'
set xrange [0:8.7]
set yrange [0:40]
set grid
set key top left
plot 'iso_4138_radius.csv' every 100 using 'ay_mps2':(1e3*(column('steer_applied_rad')-2.7*column('yaw_rate_radps')/column('vx_mps'))) \
         with lines lw 2 title 'constant radius, 80 m', \
     'iso_4138_speed.csv' every 100 using 'ay_mps2':(1e3*(column('steer_applied_rad')-2.7*column('yaw_rate_radps')/column('vx_mps'))) \
         with lines lw 2 title 'constant speed, 80 km/h'

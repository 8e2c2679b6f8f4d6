# SPDX-License-Identifier: MIT
set datafile separator ','
set xlabel 'time / s'
set ylabel 'torque of a wheel / Nm'
set yrange [0:2100]
set grid
set key at 0.98,1500
lagged(t) = t < 0.1 ? 0 : t < 0.6 ? 1875 * (1 - exp(-(t - 0.1) / 0.08)) : 1875 * exp(-(t - 0.6) / 0.04)
plot 'full_brake_on.csv' using 't_s':'brake_torque_nm_fl' with lines lw 2 title 'front', \
     'full_brake_on.csv' every 25 using 't_s':(lagged(column('t_s'))) with points pt 6 title 'front, exponential functions', \
     'full_brake_on.csv' using 't_s':'brake_torque_nm_rl' with lines lw 2 title 'rear, after the valve', \
     'full_brake_on.csv' every 25 using 't_s':(lagged(column('t_s')) / 3) with lines dt 2 title 'rear, without valve'

# SPDX-License-Identifier: MIT
set datafile separator ','
set multiplot layout 1,2
set grid
set xlabel 'time / s'
set ylabel 'torque of a wheel / Nm'
set xrange [0:0.8]
set yrange [0:2000]
set key top right
lagged(t) = t < 0.1 ? 0 : t < 0.6 ? 1625 * (1 - exp(-(t - 0.1) / 0.08)) : 1625 * exp(-(t - 0.6) / 0.04)
plot 'full_brake_on.csv' using 't_s':'brake_torque_nm_fl' with lines lw 2 title 'front', \
     'full_brake_on.csv' every 25 using 't_s':(lagged(column('t_s'))) with points pt 6 title 'exponential functions', \
     'full_brake_on.csv' using 't_s':'brake_torque_nm_rl' with lines lw 2 title 'rear'
set parametric
set xlabel 'torque of the front axle / Nm'
set ylabel 'torque of the rear axle / Nm'
set xrange [0:3500]
set yrange [0:1800]
set xtics 1000
set key top left
# The sedan: a = 1.2 m, h = 0.55 m, l = 2.7 m, 1500 kg on wheels of 0.32 m; z is the deceleration over g.
rear_share(z) = (1.2 - 0.55 * z) / 2.7
torque(z) = z * 9.80665 * 1500 * 0.32
rear(pedal) = 1750 * (pedal < 0.3 ? pedal : 0.3 + 0.5 * (pedal - 0.3))
set trange [0:1]
plot torque(t) * (1 - rear_share(t)), torque(t) * rear_share(t) with lines dt 2 title 'ideal', \
     3250 * t, rear(t) with lines lw 2 title 'with the valve', \
     3250 * t, 1750 * t with lines title 'without'

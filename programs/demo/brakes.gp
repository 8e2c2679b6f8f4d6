# SPDX-License-Identifier: MIT
# Draws out/demo/brakes.png from the replays with ABS and ESC off and on; run from the top of the
# checkout.
set datafile separator ","
set terminal pngcairo size 1500,900 font "DejaVu Sans,11" background "white"
set output "out/demo/brakes.png"
set key opaque noautotitle
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
stop_off = "out/demo/split_brake_off.csv"
stop_on = "out/demo/split_brake_on.csv"
swerve_off = "out/demo/swerve_off.csv"
swerve_on = "out/demo/swerve_on.csv"
blue = "#1f6fb4"
green = "#2a9d3a"
orange = "#d9641e"
radius_m = 0.32
deg = 57.29578
# A heading beyond half a turn continues there.
turned(yaw) = deg * yaw + (yaw < -0.5 ? 360 : 0)
# The front of the car, from its centre of gravity.
ahead_x(yaw) = 1.5 * cos(yaw)
ahead_y(yaw) = 1.5 * sin(yaw)

set multiplot title "ABS and ESC, off and on: a full brake at 80 km/h on friction 0.8 left and 0.2 right (left), a swerve at 80 km/h with a load above the rear axle (right)" font ",13"

set size 0.5, 0.31
set origin 0.0, 0.63
set title "Paths of the car; arrows show where it points"
set xlabel "x [m]"
set ylabel "y [m]"
set yrange [-4:6]
set key top left
plot stop_off every 400 using "x_m":"y_m":(ahead_x(column("yaw_rad"))):(ahead_y(column("yaw_rad"))) with vectors lw 2 lc rgb orange title "without ABS", \
     stop_on every 400 using "x_m":"y_m":(ahead_x(column("yaw_rad"))):(ahead_y(column("yaw_rad"))) with vectors lw 2 lc rgb blue title "with ABS", \
     0 with lines dt 2 lc rgb "#888888" title "the right side of it is icy"

set origin 0.0, 0.32
set title "Speed of the car and of its front wheels"
set xlabel ""
set ylabel "speed [m/s]"
set xrange [0:6]
set yrange [0:25]
set key top right
plot stop_on every 10 using "t_s":"vx_mps" with lines lw 2 lc rgb "#888888" title "car, with ABS", \
     stop_on every 10 using "t_s":(radius_m * column("wheel_spin_radps_fl")) with lines lw 2 lc rgb blue title "left wheel", \
     stop_on every 10 using "t_s":(radius_m * column("wheel_spin_radps_fr")) with lines lw 2 lc rgb green title "right wheel, on ice", \
     stop_off every 10 using "t_s":(radius_m * column("wheel_spin_radps_fr")) with lines lw 2 dt (8,8) lc rgb orange title "the same without ABS: locked"

set origin 0.0, 0.0
set title "Heading"
set xlabel "time [s]"
set ylabel "angle [deg]"
set autoscale y
set key top left
plot stop_off every 10 using "t_s":(turned(column("yaw_rad"))) with lines lw 2 lc rgb orange title "without ABS", \
     stop_on every 10 using "t_s":(turned(column("yaw_rad"))) with lines lw 2 lc rgb blue title "with ABS"

set origin 0.5, 0.63
set title "Paths of the car; arrows show where it points"
set xlabel "x [m]"
set ylabel "y [m]"
set autoscale x
set autoscale y
set key bottom left
plot swerve_off every 300 using "x_m":"y_m":(ahead_x(column("yaw_rad"))):(ahead_y(column("yaw_rad"))) with vectors lw 2 lc rgb orange title "without ESC", \
     swerve_on every 300 using "x_m":"y_m":(ahead_x(column("yaw_rad"))):(ahead_y(column("yaw_rad"))) with vectors lw 2 lc rgb blue title "with ESC"

set origin 0.5, 0.32
set title "Yaw rate"
set xlabel ""
set ylabel "yaw rate [deg/s]"
set xrange [0.5:6]
set yrange [-100:60]
set key bottom right
plot swerve_off every 10 using "t_s":(deg * column("yaw_rate_radps")) with lines lw 2 lc rgb orange title "without ESC: it spins", \
     swerve_on every 10 using "t_s":(deg * column("yaw_rate_radps")) with lines lw 2 lc rgb blue title "with ESC", \
     swerve_on every 10 using "t_s":(deg * column("steer_applied_rad")) with lines lw 2 dt (8,8) lc rgb "#888888" title "steering of the wheels [deg]"

set origin 0.5, 0.0
set title "What ESC brakes"
set xlabel "time [s]"
set ylabel "torque [Nm]"
set yrange [0:1900]
set key top right
plot swerve_on every 10 using "t_s":"brake_torque_nm_fl" with lines lw 2 lc rgb blue title "front left", \
     swerve_on every 10 using "t_s":"brake_torque_nm_fr" with lines lw 2 lc rgb green title "front right", \
     swerve_on every 10 using "t_s":(column("brake_torque_nm_rl") + column("brake_torque_nm_rr")) with lines lw 2 lc rgb "#888888" title "rear, both"

# SPDX-License-Identifier: MIT
# Draws out/demo/campaign.png from the results of ./demo campaign; run from the top of the checkout.
set datafile separator ","
set terminal pngcairo size 1500,820 font "DejaVu Sans,11" background "white"
set output "out/demo/campaign.png"
set key opaque noautotitle
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
map = "out/demo/map.csv"
search = "out/demo/falsify.csv"
nominal = "out/demo/lane.csv"
smallest = "out/demo/smallest/trace.csv"
mass = "parameters.vehicle.parameters.mass_kg"
friction = "parameters.vehicle.ground.friction"
blue = "#1f6fb4"
red = "#b8182a"
written(key) = real(system("sed -n 's/^ *".key.": //p' out/demo/smallest/*.yaml"))
smallest_mass = written("mass_kg")
smallest_friction = written("friction")
of(outcome, value) = strcol("outcome") eq outcome ? value : NaN
part(i) = real(word(strcol(1), i))  # of a line without commas

# Where runs that pass and runs that fail are equally near.
set dgrid3d 80,80 gauss 60,0.02
set contour base
set cntrparam levels discrete 0
unset surface
set table $between
splot map using mass:friction:(strcol("outcome") eq "pass" ? 1 : -1)
unset table
unset dgrid3d

set multiplot title "How light the car, how slippery the road: where autopilot\\_basic leaves its lane" font ",14"

set origin 0.0, 0.0
set size 0.5, 0.95
set title "Runs by their mass and friction"
set xlabel "mass [kg]"
set ylabel "friction"
set key outside bottom center horizontal width 2
set bmargin 6.5
plot map using mass:(of("pass", column(friction))) with points pt 7 ps 1 lc rgb blue title "stays in its lane", \
     map using mass:(of("fail", column(friction))) with points pt 7 ps 1 lc rgb red title "leaves it", \
     search using mass:(of("pass", column(friction))) with points pt 6 ps 1.2 lc rgb blue title "of the search", \
     search using mass:(of("fail", column(friction))) with points pt 6 ps 1.2 lw 2 lc rgb red title "found by it", \
     $between using (part(1)):(part(2)) with lines lw 2 dt (8,8) lc rgb "#666666" title "between", \
     "+" using (smallest_mass):(smallest_friction) every ::0::0 with points pt 3 ps 3 lw 3 lc rgb red title "shrunk"

unset bmargin
set size 0.5, 0.475
set origin 0.5, 0.475
set title sprintf("The shrunk run: %.4g kg, friction %.3g", smallest_mass, smallest_friction)
set xlabel "x [m]"
set ylabel "y [m]"
set size ratio -1
set key top left inside vertical
plot "programs/demo/route.csv" using "x_m":"y_m" with lines lw 8 lc rgb "#cccccc" title "route", \
     nominal using "x_m":"y_m" with lines lw 2 lc rgb blue title "nominal", \
     smallest using "x_m":"y_m" with lines lw 2 lc rgb red title "shrunk"

set size noratio
set size 0.5, 0.475
set origin 0.5, 0.0
set title "Distance from the route"
set xlabel "simulated time [s]"
set ylabel "distance [m]"
set yrange [0:1.5]
plot nominal using "t_s":"route_distance_m" with lines lw 2 lc rgb blue title "nominal", \
     smallest using "t_s":"route_distance_m" with lines lw 2 lc rgb red title "shrunk", \
     0.9 with lines dt (8,8) lc rgb "#666666" title "edge of the lane"
unset multiplot

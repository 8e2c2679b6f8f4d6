# SPDX-License-Identifier: MIT
# Draws out/demo/realtime.png from the trace of `./demo realtime`; run from the top of the checkout.
set datafile separator ","
set terminal pngcairo size 1500,820 font "DejaVu Sans,11" background "white"
set output "out/demo/realtime.png"
set key opaque noautotitle
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
trace = "out/demo/realtime.csv"
blue = "#1f6fb4"
orange = "#d9641e"

set multiplot title "The same program in realtime: DDC, gateway, UDP, vdsim\\_realtime" font ",14"

set origin 0.0, 0.0
set size 0.5, 0.95
set title "Route and driven path"
set xlabel "x [m]"
set ylabel "y [m]"
set size ratio -1
set key top left
plot "programs/demo/route.csv" using "x_m":"y_m" with lines lw 8 lc rgb "#cccccc" title "route", \
     trace using "x_m":"y_m" with lines lw 2 lc rgb blue title "autopilot", \
     "programs/demo/route.csv" using "x_m":"y_m" every ::0::0 with points pt 7 ps 1.6 lc rgb "#2a9d3a" title "start"

set size noratio
set size 0.5, 0.475
set origin 0.5, 0.475
set title "How late periods began"
set xlabel "lateness [us]"
set ylabel "periods"
set logscale xy
set xrange [1:*]
set yrange [0.8:*]
bin(x) = 10 ** (floor(log10(x < 1 ? 1 : x) * 10) / 10.0 + 0.05)
plot trace using (bin(column("lateness_us"))):(1) smooth frequency with impulses lw 12 lc rgb blue

unset logscale
set xrange [*:*]
set origin 0.5, 0.0
set title "Round trip: from a command until a STATE reports it applied"
set xlabel "time [s]"
set ylabel "round trip [ms]"
set yrange [0:*]
plot trace using "t_s":(column("round_trip_us") > 0 ? column("round_trip_us") / 1000 : 1/0) with points pt 7 ps 0.25 lc rgb orange
unset multiplot

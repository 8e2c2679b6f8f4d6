# SPDX-License-Identifier: MIT
set datafile separator ","
set terminal pngcairo size 1000,620 font "DejaVu Sans,10" background "white"
set output picture
set key off
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
set multiplot layout 2,2 title "vdsim\\_realtime at 200 Hz, seen by a controller in Python" font ",13"
bin(x, w) = w * floor(x / w) + w / 2.0
set title "STATEs: how late they arrive on their grid"
set xlabel "lateness [us]"
set ylabel "STATEs"
set logscale xy
set xrange [1:5000]
set yrange [0.8:*]
plot states using (10 ** bin(log10(column("lateness_us") + 1), 0.1)):(1) smooth frequency with impulses lw 8 lc rgb "#1f6fb4"
unset logscale
set title "CMD sent, until a STATE shows it applied"
set xlabel "latency [ms]"
set xrange [0:10]
set yrange [0:250]
plot "< grep -v nan ".states using (bin(column("latency_us") / 1000, 0.25)):(1.0) smooth frequency with impulses lw 6 lc rgb "#d9641e"
set title "Lateness over time"
set xlabel "time [s]"
set ylabel "lateness [us]"
set xrange [*:*]
set logscale y
set yrange [1:*]
plot states using "t_s":(column("lateness_us") + 1) with points pt 7 ps 0.2 lc rgb "#1f6fb4"
unset logscale
set title "Rate of STATEs"
set ylabel "STATEs a second"
set xrange [2:29.5]
set yrange [0:220]
plot states using (bin(column("t_s"), 1.0)):(1) smooth frequency with steps lw 2 lc rgb "#2a9d3a"
unset multiplot

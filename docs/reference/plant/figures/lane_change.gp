# SPDX-License-Identifier: MIT
set datafile separator ','
set xlabel 'x / m'
set ylabel 'y / m'
set xrange [0:125]
set yrange [-3:7]
set grid
plot 'iso_3888_1.csv' every 40 using 'x_m':'y_m' with lines lw 2 title 'ISO 3888-1, 80 km/h', \
     'iso_3888_2.csv' every 40 using 'x_m':'y_m' with lines lw 2 title 'ISO 3888-2, 50 km/h'

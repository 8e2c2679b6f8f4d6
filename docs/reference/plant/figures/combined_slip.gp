# SPDX-License-Identifier: MIT
set datafile separator ','
set xlabel 'longitudinal force / kN'
set ylabel 'side force / kN'
set grid
set size ratio -1
set key outside
angles = '0.0032 0.0256 0.0864 0.2048'
plot for [a in angles] 'tyre.csv' using \
    ($3 == 4000 && $4 == 1 && abs($2 - a) < 1e-6 ? $5 / 1000 : NaN):($6 / 1000) \
    with linespoints pt 7 ps 0.3 title sprintf('slip angle %.1f deg', 57.29578 * a)

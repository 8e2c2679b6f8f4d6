# SPDX-License-Identifier: MIT
# Draws out/demo/faults.png from the results of ./demo faults: 4 s before the begin of each fault to 12 s
# after it, with a band while it is active; run from the top of the checkout.
set datafile separator ","
set terminal pngcairo size 1500,960 font "DejaVu Sans,11" background "white"
set output "out/demo/faults.png"
set grid lc rgb "#dddddd"
set border lc rgb "#888888"
set style fill solid 0.25 noborder
table = "out/demo/faults.csv"
blue = "#1f6fb4"
orange = "#d9641e"
red = "#c02020"
grey = "#555555"

# Each panel has a fault: what it does, and the limit of the requirement that it breaks.
names = "position speed steering brake program ice"
array what[6] = ["the input drifts by 0.5 m/s", "the input is frozen", "stuck", "dead", \
    "stopped; the vehicle is in fail-safe", "15 m of road have a friction of 0.1"]
is_speed(name) = strstrt("speed brake program", name) > 0
limit(name) = !is_speed(name) ? 0.9 : name eq "speed" ? 13 : name eq "brake" ? 10 : NaN
trace(run) = sprintf("out/demo/faults/replay/%d.csv", run)

set multiplot layout 3,2 margins 0.05,0.985,0.115,0.915 spacing 0.055,0.1 \
    title "Six faults, one at a time, and what each breaks" font ",14"
set key at screen 0.5,0.025 center horizontal maxrows 1 maxcols 4 samplen 3 width -2 noautotitle
do for [run=1:6] {
    name = word(names, run)
    unset xrange
    unset yrange
    y = is_speed(name) ? "vx_mps" : "route_distance_m"
    top = is_speed(name) ? 22 : 5
    stats trace(run) using (column("fault.".name) > 0 ? column("t_s") : NaN) name "active" nooutput
    stats table using "detected_s" every ::run::run name "detected" nooutput
    stats table using "recovered_s" every ::run::run name "recovered" nooutput
    broken = system(sprintf("sed -n %dp %s | cut -d, -f10 | sed 's/ /, /g'", run + 2, table))
    set title sprintf("%s: %s; breaks %s", name, what[run], broken) noenhanced
    set xrange [active_min - 4:active_min + 12]
    set yrange [0:top]
    set ylabel is_speed(name) ? "speed [m/s]" : "distance from route [m]"
    set xlabel run > 4 ? "simulated time [s]" : ""
    unset label
    unset arrow
    do for [mark in "detected recovered"] {
        at = active_min + value(mark."_min")
        set arrow from at, graph 0 to at, graph 1 nohead front dt 3 lc rgb grey
        set label mark at at, graph 0.97 right rotate by 90 offset 0.7,0 front tc rgb grey
    }
    plot trace(run) using "t_s":(top * column("fault.".name)) with filledcurves y1=0 lc rgb orange \
             title run == 1 ? "fault active" : "", \
         limit(name) with lines dt 2 lw 1.5 lc rgb red title run == 1 ? "limit of a requirement" : "", \
         trace(0) using "t_s":y with lines lw 1.5 lc rgb blue title run == 1 ? "without the fault" : "", \
         trace(run) using "t_s":y with lines lw 2 lc rgb orange title run == 1 ? "with it" : ""
    set key off
}
unset multiplot

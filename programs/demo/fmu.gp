# SPDX-License-Identifier: MIT
# Draws out/demo/fmu.png: the run with the FMU and the one with the built-in vehicle, as plot.gp does.
picture = "out/demo/fmu.png"
heading = "autopilot\\_basic drives the sedan as an FMU, and the built-in one"
first = "out/demo/fmu.csv"
second = "out/demo/built_in.csv"
first_name = "the FMU"
second_name = "the built-in vehicle"
load "programs/demo/plot.gp"

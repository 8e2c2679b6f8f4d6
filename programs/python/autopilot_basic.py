#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A VCG program in Python: follows a route at a constant speed (basic interface)."""
import math
import pathlib
import sys
import time

# Not needed where python3-ddc is installed.
sys.path.append(str(pathlib.Path(__file__).absolute().parents[2] / "libddc/python"))
import ddc  # noqa: E402

TARGET_KMPH, LOOKAHEAD_M, WHEELBASE_M = 30.0, 8.0, 2.8
(RUNNING, INTERFACE_TYPE, TIME_MODE, RUN_CYCLE_SWITCH, DELTA_SEC, EXECUTION_TIME,
 SIMULATION_RUNNING, INPUT_START, OUTPUT_START) = range(9)
INPUTS, OUTPUTS, ENTRIES = 10, 40, 70
POINTS = 10


def steer(x, y, compass_deg, route):
    """Pure pursuit: the wheel angle in degrees towards a point some way ahead on the route."""
    ahead = [point for point in route if math.dist(point, (x, y)) >= LOOKAHEAD_M] or route[-1:]
    if not ahead:
        return 0.0
    to_x, to_y = ahead[0][0] - x, ahead[0][1] - y
    bearing = math.atan2(to_y, to_x) - math.radians(compass_deg)
    curvature = 2 * math.sin(bearing) / max(math.hypot(to_x, to_y), 1.0)
    return max(-30.0, min(30.0, math.degrees(math.atan(WHEELBASE_M * curvature))))


def execute(inputs):
    """One cycle: converts the inputs, in their order, to steering, gas and braking."""
    velocity_kmph, x, y, compass_deg, points, *route = inputs
    if not all(map(math.isfinite, inputs)):  # any process may write into the table
        return [0.0, 0.0, 1.0]
    points = max(0, min(POINTS, points))
    missing = TARGET_KMPH - velocity_kmph
    return [steer(x, y, compass_deg, list(zip(route[:points], route[POINTS:POINTS + points]))),
            max(0.0, min(1.0, 0.1 * missing)), max(0.0, min(1.0, -0.1 * missing))]


def run(table, start):
    reference = start.reference_id
    table.clear(reference, ENTRIES)
    header = {INTERFACE_TYPE: "basic", TIME_MODE: "", RUN_CYCLE_SWITCH: False, DELTA_SEC: 0.0,
              EXECUTION_TIME: 0.0, SIMULATION_RUNNING: False, INPUT_START: INPUTS,
              OUTPUT_START: OUTPUTS}
    for entry, value in header.items():
        table.write(reference + entry, value)
    inputs = ddc.Group(table, [(reference + INPUTS + i, int if i == 4 else float)
                               for i in range(25)])
    outputs = ddc.Group(table, [(reference + OUTPUTS + i, float) for i in range(3)])
    inputs.write([0] * 25)
    outputs.write([0] * 3)
    while not start.stopped:
        table.write(reference + RUNNING, True)
        if not table.wait(reference + RUN_CYCLE_SWITCH, True, timeout_s=0.02):
            continue
        began_s = time.perf_counter()
        outputs.write(execute(inputs.read()))
        table.write(reference + EXECUTION_TIME, time.perf_counter() - began_s)
        table.write(reference + RUN_CYCLE_SWITCH, False)
    table.write(reference + RUNNING, False)


def drive(start):
    with ddc.Table() as table:
        run(table, start)


if __name__ == "__main__":
    # Existing programs are called with the word `ddc` first.
    words = sys.argv[:1] + sys.argv[2:] if sys.argv[1:2] == ["ddc"] else sys.argv
    sys.exit(ddc.run_program(words, "Follows the route it is given and keeps to a speed.",
                             ddc.version(), drive))

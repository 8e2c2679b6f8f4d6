#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The Python side of ddc-bench python: makes one measurement and prints a number, in ns.

Usage: python_side.py table_group read|write ENTRIES CALLS
       python_side.py car_batch pedals|all CARS STEP_MS STEPS
DDC_LIBRARY and PLANT_LIBRARY name the libraries. The first is per call, the second per car and
simulated ms; python_suite.cpp does the same in C and C++.
"""
import os
import pathlib
import sys
import time
import timeit

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "libddc/python"), str(ROOT / "plant/python")]


def group_ns(what, entries, calls):
    import ddc
    name = f"bench.python.{os.getpid()}"
    with ddc.Table(name) as table:
        group = ddc.Group(table, [(100 + i, float) for i in range(entries)])
        values = [0.5 * i for i in range(entries)]
        group.write(values)
        work = {"write": lambda: group.write(values), "read": group.read}
        found = timeit.timeit(work[what], number=calls) / calls * 1e9
    os.unlink(f"/dev/shm/ddc.{name}")
    return found


def batch_ns(what, cars, step_ms, steps):
    import numpy
    import plant
    batch = plant.Batch(cars)
    rows, states = batch.command_rows, batch.state_rows
    share = numpy.arange(cars) / cars
    for i in range(cars):
        batch.reset(i, yaw_rad=share[i], vx_mps=20.0 + 10.0 * share[i])
    rows[:, plant.STEER_RAD], rows[:, plant.THROTTLE] = 0.02 * share, 0.3
    begun = time.perf_counter()
    for _ in range(steps):
        rows[:, plant.THROTTLE] = 0.3 - 0.001 * states[:, plant.VY_MPS]
        if what == "all":
            rows[:, plant.STEER_RAD] = 0.02 * share - 0.001 * states[:, plant.YAW_RATE_RADPS]
        batch.step(step_ms * 1_000_000)
    return (time.perf_counter() - begun) / steps / cars / step_ms * 1e9


def main(kind, what, *numbers):
    work = {"table_group": group_ns, "car_batch": batch_ns}[kind]
    print(work(what, *map(int, numbers)))


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])

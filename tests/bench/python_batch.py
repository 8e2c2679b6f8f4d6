#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What a batch of a thousand cars costs from numpy, commands and states included, beside its bare
steps in C++, which are of 1 ms.

Usage: python_batch.py LIBRARY DDC_BENCH
For example: python_batch.py build/release/lib/libplant_c.so.1 build/release/bin/ddc-bench
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

CARS, STEPS, ROUNDS = 1000, 100, 5
STEPS_MS = (1, 10)


def python_ns(library, step_ms):
    os.environ["PLANT_LIBRARY"] = library
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "plant/python"))
    import plant
    batch = plant.Batch(CARS)
    rows, states = batch.command_rows, batch.state_rows
    for i in range(CARS):
        batch.reset(i, vx_mps=20.0 + 10.0 * i / CARS)
        rows[i, plant.STEER_RAD] = 0.02 * i / CARS
    rows[:, plant.THROTTLE] = 0.3
    begun = time.perf_counter()
    for _ in range(STEPS):
        rows[:, plant.THROTTLE] = 0.3 - 0.001 * states[:, plant.VY_MPS]
        batch.step(step_ms * 1_000_000)
    return (time.perf_counter() - begun) / STEPS / CARS / step_ms * 1e9


def cpp_ns(bench):
    done = subprocess.run([bench, "plant", "--json"], check=True, text=True, capture_output=True)
    rows = {row["name"]: row["value"] for row in json.loads(done.stdout)["results"]}
    return rows[f"L2 rk4 step, per car of {CARS}"]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    _, library, bench = sys.argv
    rounds = [([python_ns(library, step_ms) for step_ms in STEPS_MS], cpp_ns(bench))
              for _ in range(ROUNDS)]
    cpp = statistics.median(found for _, found in rounds)
    for i, step_ms in enumerate(STEPS_MS):
        python = statistics.median(found[i] for found, _ in rounds)
        print(f"a simulated ms of a car of {CARS}, in steps of {step_ms} ms: numpy {python:.0f} ns, "
              f"C++ {cpp:.0f} ns, ratio {python / cpp:.2f}")


if __name__ == "__main__":
    main()

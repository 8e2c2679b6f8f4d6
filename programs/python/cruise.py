#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Keeps 50 km/h, straight ahead: programs/cruise/cruise.cpp in Python, with the same outputs."""
import math
import pathlib
import sys

# Not needed where python3-ddc is installed.
sys.path.append(str(pathlib.Path(__file__).absolute().parents[2] / "libddc/python"))
import ddc  # noqa: E402

TARGET_KMH = 50.0


def clamp(value, least, most):
    return max(least, min(most, value))


def cruise(start):
    with ddc.Table() as table, \
            ddc.interface.Program(table, start.reference_id, "cruise") as program:
        velocity = program.input("true_velocity")  # km/h
        gas = program.output("set_gas")            # -0.5 .. 1
        braking = program.output("set_braking")    # 0 .. 1
        program.publish()
        held_gas = 0.0
        while not start.stopped:
            if not program.begin_cycle(timeout_s=1.0):
                continue
            error_kmh = TARGET_KMH - program.get(velocity)
            wanted_gas = held_gas + 0.01 * error_kmh * program.delta_s()
            is_usable = math.isfinite(wanted_gas)  # any process may write into the table
            if is_usable:
                held_gas = clamp(wanted_gas, 0.0, 1.0)
            program.set(gas, clamp(held_gas + 0.1 * error_kmh, 0.0, 1.0) if is_usable else 0.0)
            program.set(braking, clamp(-0.05 * (error_kmh + 5.0), 0.0, 1.0) if is_usable else 1.0)
            program.end_cycle()


if __name__ == "__main__":
    sys.exit(ddc.run_program(sys.argv, "Keeps 50 km/h, straight ahead.", ddc.version(), cruise))

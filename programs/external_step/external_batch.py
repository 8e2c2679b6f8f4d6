#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Many cars at once: each holds its speed with a different steering angle, in a circle.

Usage: external_batch.py DATA_FOLDER        for example: external_batch.py plant/data
Prints the result of each; external_batch.c is the same program in C.
"""
import pathlib
import sys

# Not needed where python3-ddc is installed.
sys.path.append(str(pathlib.Path(__file__).absolute().parents[2] / "plant/python"))
import plant  # noqa: E402

CARS, STEPS, STEP_NS, TARGET_MPS = 24, 800, 10_000_000, 15.0
STEER_RAD = [0.005 * (car + 1) for car in range(CARS)]


def drive(batch):
    for car in range(CARS):
        batch.reset(car, vx_mps=TARGET_MPS)
    batch.commands[plant.STEER_RAD::plant.COMMAND_COLUMNS] = STEER_RAD
    for _ in range(STEPS):
        speeds = batch.states[plant.VX_MPS::plant.STATE_COLUMNS]
        batch.commands[plant.THROTTLE::plant.COMMAND_COLUMNS] = [
            min(max(0.5 * (TARGET_MPS - vx), 0.0), 1.0) for vx in speeds]
        batch.step(STEP_NS)


def print_table(batch):
    print(" steer  speed yaw_rate     ay   radius")
    speeds = batch.states[plant.VX_MPS::plant.STATE_COLUMNS]
    rates = batch.states[plant.YAW_RATE_RADPS::plant.STATE_COLUMNS]
    for steer_rad, vx, rate in zip(STEER_RAD, speeds, rates):
        ay = vx * rate
        print("%6.3f %6.2f %8.4f %6.2f %8.2f %s" %
              (steer_rad, vx, rate, ay, vx / rate, "*" * int(4.0 * ay)))


def main():
    if len(sys.argv) != 2:
        print("usage: external_batch.py DATA_FOLDER", file=sys.stderr)
        return 2
    data = sys.argv[1]
    try:
        batch = plant.Batch(CARS, vehicle=f"{data}/vehicle/sedan.yaml",
                            tyre=f"{data}/tyre/sedan.tir")
    except plant.Error as error:
        print(error, file=sys.stderr)
        return 2
    drive(batch)
    print_table(batch)
    return 0


if __name__ == "__main__":
    sys.exit(main())

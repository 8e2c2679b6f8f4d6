#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes accel_map.csv, brake_map.csv and steer_map.csv to the folder of this file. The numbers are
estimates for a family car, not measured; docs/reference/plant/actuation-maps.md describes the formulas."""
from math import tanh
from pathlib import Path

SPEEDS_MPS = [0, 1, 2, 3, 5, 7.5, 10, 15, 20, 25, 30, 40]
THROTTLES = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1]
BRAKES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
VOLTAGES = [-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10]
STEERS_RAD = [-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6]


def coasting(v):
    """Without pedals: creep of an automatic gearbox, drag of engine, tyres and air."""
    creep = 0.5 * max(0.0, 1.0 - v / 2.0)
    engine_and_tyres = 0.35 * v / (v + 2.5)
    air = 2.8e-4 * v * v
    return creep - engine_and_tyres - air


def driving(throttle, v):
    """Limited by thrust, then by power (60 W per kg); progressive at small pedal positions."""
    return coasting(v) + throttle**0.7 * min(3.0, 60.0 / max(v, 1.0))


def braking(brake, v):
    """Degressive at small pedal positions; limited by locking wheels."""
    return coasting(v) - 6.0 * brake**1.2


def turning(voltage, steer_rad):
    """A motor with some saturation, against the aligning torque of the tyres."""
    return 0.9 * tanh(voltage / 12.0) - 0.3 * steer_rad


def write(name, rows, columns, cell):
    lines = ["default," + ",".join(f"{c:g}" for c in columns)]
    for row in rows:
        cells = (round(cell(row, c), 4) + 0.0 for c in columns)
        lines.append(f"{row:g}," + ",".join(f"{c:g}" for c in cells))
    Path(__file__).with_name(name).write_text("\n".join(lines) + "\n")


write("accel_map.csv", THROTTLES, SPEEDS_MPS, driving)
write("brake_map.csv", BRAKES, SPEEDS_MPS, braking)
write("steer_map.csv", VOLTAGES, STEERS_RAD, turning)

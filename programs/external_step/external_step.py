#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A program that controls the time: it steps one simulated car, keeps its speed and steers it
through a lane change, with measurements of the car's sensors.

Usage: external_step.py DATA_FOLDER        for example: external_step.py plant/data
Prints a table that plot.gp draws. external_step.c is the same program in C.
"""
import math
import pathlib
import sys

# Not needed where python3-ddc is installed.
sys.path.append(str(pathlib.Path(__file__).absolute().parents[2] / "plant/python"))
import plant  # noqa: E402

STEP_S, STEPS, STEPS_A_ROW, TARGET_MPS = 0.01, 800, 10, 20.0


def create(data):
    return plant.SimSession("fourteen_dof", vehicle=f"{data}/vehicle/sedan.yaml",
                            tyre=f"{data}/tyre/sedan.tir",
                            actuator=f"{data}/actuator/sedan.yaml",
                            sensors=f"{data}/sensor/sedan.yaml")


def measured_speed(now):
    """The speed measured at the undriven front wheels."""
    left, right, *_ = now.measured_wheel_speed_radps
    return 0.5 * now.wheel_radius_m * (left + right)


def steer(t_s):
    """One period of a sine."""
    return 0.04 * math.sin(0.5 * math.pi * (t_s - 2.0)) if 2.0 <= t_s < 6.0 else 0.0


def row(now, steer_rad):
    return ("%5.2f %8.3f %7.3f %8.4f %8.4f %8.4f %9.4f %9.4f %8.4f %8.3f" %
            (now.sim_time_ns * 1e-9, now.position_m[0], now.position_m[1], steer_rad,
             now.steer_applied_rad, now.angular_velocity_radps[2], now.measured_imu_gyro_radps[2],
             now.ay_mps2, measured_speed(now), now.rack_torque_nm))


def drive(session):
    session.reset(vx_mps=TARGET_MPS)
    integral = 0.0
    print("  t_s      x_m     y_m    steer  applied yaw_rate  measured        ay    speed     rack")
    for i in range(STEPS):
        now = session.output()
        missing_mps = TARGET_MPS - measured_speed(now)
        integral += missing_mps * STEP_S
        throttle = min(max(0.2 * missing_mps + 0.1 * integral, 0.0), 1.0)
        steer_rad = steer(i * STEP_S)
        if i % STEPS_A_ROW == 0:
            print(row(now, steer_rad))
        session.set_input(steer_rad=steer_rad, throttle=throttle)
        session.tick(int(STEP_S * 1e9))


def main():
    if len(sys.argv) != 2:
        print("usage: external_step.py DATA_FOLDER", file=sys.stderr)
        return 2
    try:
        session = create(sys.argv[1])
    except plant.Error as error:
        print(error, file=sys.stderr)
        return 2
    drive(session)
    return 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: MIT
import math

import numpy as np

import rig

title = "Readings and places"
source = ("kinematics of a rigid body: rates in the axes of a leaning body, R. N. Jazar, Vehicle "
          "Dynamics, chapter on roll dynamics; specific force is acceleration less gravity")

# A sensor with a rate is configured.
REAL = {f"{sensor}.rate_hz": 1000 for sensor in ("imu_accel", "imu_gyro", "gnss_velocity")}


def lean(now):
    """Rotation from the axes of the leaning body to those of the flat road: pitch, then roll."""
    cp, sp = math.cos(now.pitch_rad), math.sin(now.pitch_rad)
    cr, sr = math.cos(now.roll_rad), math.sin(now.roll_rad)
    return (np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
            @ np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]]))


def on_a_slope():
    grade = 0.12
    for model, name in (("kinematic", "L0"), ("bicycle", "L1"), ("seven_dof", "L2"),
                        ("fourteen_dof", "L3")):
        car = rig.Car(model, ground={"grade": grade})
        car.reset(vx_mps=20.0)
        outputs = car.drive(2.0, 0.02)
        speed = rig.column(outputs, "velocity_mps", 0)
        way = np.sum((speed[1:] + speed[:-1]) / 2) * 0.02
        first, last = outputs[0].position_m, outputs[-1].position_m
        yield rig.relative(f"{name}: way seen from above, 2 s up a grade of 12 %", "m",
                           last[0] - first[0], way / math.hypot(1.0, grade), 1e-4)
        allowed = 0.01 if model == "fourteen_dof" else 1e-9
        yield rig.absolute(f"{name}: height gained on it, in ticks of 20 ms", "m",
                           last[2] - first[2], grade * (last[0] - first[0]), allowed)


def while_leaning():
    for model, name in (("seven_dof", "L2"), ("fourteen_dof", "L3")):
        car = rig.Car(model, sensors=REAL)
        car.reset(vx_mps=30.0)
        braking = car.drive(1.0, brake=1.0)[-1]
        yield rig.absolute(f"{name}: GNSS, vertical speed in a full braking on a flat road", "m/s",
                           braking.measured_gnss_velocity_mps[2], 0.0, 0.01)
        car.reset(vx_mps=20.0)
        now = car.drive(5.0, steer_rad=0.04, throttle=0.2)[-1]
        felt = lean(now).T @ [now.ax_mps2, now.ay_mps2, now.az_mps2 + rig.G]
        turned = lean(now).T @ list(now.angular_velocity_radps)
        for axis, which in enumerate("xyz"):
            yield rig.absolute(f"{name}: accelerometer, {which}, leaning in a turn", "m/s^2",
                               now.measured_imu_accel_mps2[axis], felt[axis], 1e-9)
            yield rig.absolute(f"{name}: gyro, {which}, leaning in a turn", "rad/s",
                               now.measured_imu_gyro_radps[axis], turned[axis], 1e-9)


def added_up():
    """The integral of a rate is the angle."""
    for model, name in (("bicycle", "L1"), ("seven_dof", "L2"), ("fourteen_dof", "L3")):
        car = rig.Car(model)
        car.reset(vx_mps=25.0)
        outputs = car.drive(0.5, 0.001, brake=0.6)
        for axis, angle in enumerate(("roll_rad", "pitch_rad")):
            rates = rig.column(outputs, "angular_velocity_radps", axis)
            yield rig.absolute(f"{name}: {angle[:-4]} of 0.5 s of braking, from its rate", "rad",
                               getattr(outputs[-1], angle),
                               np.sum((rates[1:] + rates[:-1]) / 2) * 0.001, 1e-4)


def delayed():
    dead_time, tick = 0.05, 5e-5
    car = rig.Car("kinematic", actuator={"steer.dead_time_s": dead_time})
    outputs = car.drive(0.2, tick, lambda t, _: {"steer_rad": 0.3 * math.sin(10.0 * t)})
    expected = 0.3 * math.sin(10.0 * (0.2 - tick - dead_time))
    yield rig.absolute("dead time of 50 ms in ticks of 0.05 ms: steering at 0.2 s", "rad",
                       outputs[-1].steer_applied_rad, expected, 1e-9)


def rows():
    for topic in (on_a_slope, while_leaning, added_up, delayed):
        yield from topic()

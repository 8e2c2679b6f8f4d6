# SPDX-License-Identifier: MIT
import numpy as np

import rig

title = "Steady cornering"
source = ("the linear single track: M. Mitschke, H. Wallentowitz, Dynamik der Kraftfahrzeuge; "
          "T. Gillespie, Fundamentals of Vehicle Dynamics, chapter 6")


# Effects that the linear single track does not have.
WITHOUT_DRAG = {"aero.drag_coefficient": 0, "aero.lift_coefficient_front": 0,
                "aero.lift_coefficient_rear": 0}
WITHOUT_ROLLING = {"rolling_resistance": 0}


def slope(tyre, direction, load):
    """Force per load and slip, at zero slip."""
    sensitivity = 1.0 - tyre["load_sensitivity"] * (load / tyre["nominal_load_n"] - 1.0)
    return tyre[f"{direction}.b"] * tyre[f"{direction}.c"] * tyre[f"{direction}.d"] * sensitivity


def axles(vehicle, tyre):
    """(cornering stiffness, distance to the centre of gravity) of front and rear axle."""
    length, front = vehicle["body.wheelbase_m"], vehicle["body.cg_to_front_axle_m"]
    for distance in (front, length - front):
        load = vehicle["body.mass_kg"] * rig.G * (length - distance) / length
        yield slope(tyre, "lateral", load / 2) * load, distance


def steady(vehicle, tyre, speed, steer):
    """Yaw rate and lateral speed from the balance of lateral forces and of moments about the centre
    of gravity; the force of a tyre acts behind the centre of its contact by the trail."""
    (cf, a), (cr, b) = axles(vehicle, tyre)
    trail, mass = tyre["pneumatic_trail_m"], vehicle["body.mass_kg"]
    # Slip angles: front (vy + a r) / v - steer, rear (vy - b r) / v; a force is -C times the angle.
    forces = [-(cf + cr) / speed, -(cf * a - cr * b) / speed - mass * speed]
    moments = [-(cf * (a - trail) - cr * (b + trail)) / speed,
               -(cf * (a - trail) * a + cr * (b + trail) * b) / speed]
    vy, yaw_rate = np.linalg.solve([forces, moments], [-cf * steer, -cf * (a - trail) * steer])
    return yaw_rate, vy


def rows():
    vehicle, tyre = rig.numbers("vehicle"), rig.numbers("tyre")
    steer = 0.001
    for model, name in (("bicycle", "L1"), ("seven_dof", "L2"), ("fourteen_dof", "L3")):
        for speed in (10.0, 20.0, 30.0):
            car = rig.Car(model, vehicle=WITHOUT_DRAG, tyre=WITHOUT_ROLLING)
            car.reset(vx_mps=speed)
            last = car.drive(12.0, 0.01, steer_rad=steer)[-1]
            yaw_rate, _ = steady(vehicle, tyre, last.velocity_mps[0], steer)
            yield rig.relative(f"{name}: yaw rate at {speed:.0f} m/s and 1 mrad of steering, "
                               "no drag", "rad/s", last.angular_velocity_radps[2], yaw_rate, 1e-4)

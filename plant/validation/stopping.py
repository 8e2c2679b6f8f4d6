# SPDX-License-Identifier: MIT
import re

import numpy as np

import rig
import steady_state

title = "Stopping and standing"
source = ("H. Pacejka, Tyre and Vehicle Dynamics, section 7.2 (a carcass is a spring of stiffness C / sigma, "
          "which friction can push out by mu Fz sigma / C); E. Hairer, G. Wanner, Solving Ordinary "
          "Differential Equations II, section IV.2 (stability of Runge-Kutta methods)")


# Factor on the deflection beyond the slip that friction holds, see docs/reference/plant/tyres.md.
OWN_PART = 1 / 3


def deflection(tyre, direction, length):
    """mu Fz sigma / C: load and load sensitivity have the same effect on both forces."""
    slope = steady_state.slope(tyre, direction, tyre["nominal_load_n"])
    return tyre[f"{direction}.d"] * tyre[length] / slope


def way_back(places):
    return 1e3 * (places.max() - places[-1])


def axle_loads(vehicle):
    length, front = vehicle["body.wheelbase_m"], vehicle["body.cg_to_front_axle_m"]
    weight = vehicle["body.mass_kg"] * rig.G
    return 0.5 * weight * (length - front) / length, 0.5 * weight * front / length


def rolling_modes(vehicle, tyre, speed):
    """Eigenvalues of straight rolling: speed of the car, spin and slip of a front and a rear wheel,
    each slip with the relaxation length."""
    radius, inertia = vehicle["wheel.radius_m"], vehicle["wheel.inertia_kgm2"]
    sigma = tyre["relaxation_longitudinal_m"]
    system = np.zeros((5, 5))
    for axle, load in enumerate(axle_loads(vehicle)):
        spin, slip = 1 + axle, 3 + axle
        stiffness = steady_state.slope(tyre, "longitudinal", load) * load
        system[0, slip] = 2 * stiffness / vehicle["body.mass_kg"]
        system[spin, slip] = -radius * stiffness / inertia
        system[slip, spin], system[slip, 0] = radius / sigma, -1 / sigma
        system[slip, slip] = -speed / sigma
    return np.linalg.eigvals(system)


def longest_stable_step(modes):
    """Longest stable step of classical Runge-Kutta, growth |1 + z + z^2/2 + z^3/6 + z^4/24|."""
    steps = np.arange(1e-4, 0.05, 1e-5)
    z = np.outer(steps, modes[np.abs(modes) > 1e-6])
    growth = np.abs(1 + z + z**2 / 2 + z**3 / 6 + z**4 / 24).max(axis=1)
    return steps[np.argmax(growth > 1 + 1e-9)]


def longest_accepted_step(vehicle):
    try:
        rig.Car("seven_dof", vehicle=vehicle, solver={"max_step_s": 0.01})
    except rig.plant.Error as error:
        return float(re.search(r"at most ([\d.e-]+)", str(error)).group(1))
    return 0.01


def rows():
    tyre = rig.numbers("tyre")
    for model, name in (("bicycle", "L1"), ("seven_dof", "L2"), ("fourteen_dof", "L3")):
        car = rig.Car(model)
        car.reset(vx_mps=27.8)
        back = way_back(rig.column(car.drive(8.0, brake=1.0), "position_m", 0))
        yield rig.relative(f"{name}: way back after a full brake from 27.8 m/s", "mm", back,
                           1e3 * deflection(tyre, "longitudinal", "relaxation_longitudinal_m"),
                           OWN_PART)
    for integrator in ("rk4", "semi_implicit"):
        for step_s in (0.001, 0.005):
            car = rig.Car("seven_dof", vehicle=steady_state.WITHOUT_DRAG,
                          solver={"integrator": integrator, "max_step_s": step_s})
            car.reset(vx_mps=1.0)
            last = car.drive(2.5, step_s)[-1]
            vehicle = rig.numbers("vehicle")
            inertia = (vehicle["body.mass_kg"] +
                       4 * vehicle["wheel.inertia_kgm2"] / vehicle["wheel.radius_m"]**2)
            braking = tyre["rolling_resistance"] * vehicle["body.mass_kg"] * rig.G / inertia
            yield rig.relative(f"L2, {integrator}, steps of {1e3 * step_s:.0f} ms: speed after 2.5 s of "
                               "coasting from 1 m/s", "m/s", last.velocity_mps[0],
                               1.0 - 2.5 * braking, 2e-4)
    for what, changes in (("2,400 kg", {"body.mass_kg": 2400}),
                          ("wheels of 0.3 kg m2", {"wheel.inertia_kgm2": 0.3})):
        car = rig.Car("seven_dof", vehicle=changes)
        car.reset(vx_mps=0.01)
        yield rig.absolute(f"L2, {what}: speed 3 s after it was let go at 1 cm/s", "m/s",
                           car.drive(3.0)[-1].velocity_mps[0], 0.0, 3e-9)
        vehicle = rig.numbers("vehicle", changes)
        # From 3 m/s on the plant does not damp the carcass; at low speed slips have least damping.
        yield rig.relative(f"L2, {what}: longest step of rk4 that is not refused", "s",
                           longest_accepted_step(changes),
                           longest_stable_step(rolling_modes(vehicle, tyre, 3.0)), 0.03)

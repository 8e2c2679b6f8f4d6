# SPDX-License-Identifier: MIT
import numpy as np

import rig
import steady_state

title = "Integration, energy, snapshots"
source = ("orders of convergence: E. Hairer, S. Norsett, G. Wanner, Solving Ordinary Differential "
          "Equations I, chapter II; the balance of energy of a rigid body")
MODELS = (("bicycle", "L1"), ("seven_dof", "L2"), ("fourteen_dof", "L3"))


def moved(model, integrator, step):
    """Position and heading after one second of sinusoidal steering. Steering is constant within a
    tick, so all runs use the same ticks."""
    car = rig.Car(model, solver={"integrator": integrator, "max_step_s": step})
    car.reset(vx_mps=20.0)
    now = car.drive(1.0, 0.008, lambda t, _: {"steer_rad": 0.03 * np.sin(2 * np.pi * t)})[-1]
    return np.array([*now.position_m[:2], now.yaw_rad])


def order(model, integrator, step):
    """Order, from the differences between results with a step, its half and its quarter."""
    coarse, middle, fine = (moved(model, integrator, step / n) for n in (1, 2, 4))
    return np.log2(np.linalg.norm(coarse - middle) / np.linalg.norm(middle - fine))


def energy_gap(model):
    """Relative difference between the change of kinetic energy and the work of the tyre forces, in a
    turn without throttle and drag, by Simpson's rule over the ticks."""
    vehicle = rig.numbers("vehicle")
    car = rig.Car(model, vehicle=steady_state.WITHOUT_DRAG, tyre={"pneumatic_trail_m": 0})
    car.reset(vx_mps=25.0)
    car.drive(0.2, 0.001, steer_rad=0.03)
    outputs = car.drive(1.0, 0.001, steer_rad=0.03)
    mass, inertia = vehicle["body.mass_kg"], vehicle["body.yaw_inertia_kgm2"]
    length, a = vehicle["body.wheelbase_m"], vehicle["body.cg_to_front_axle_m"]
    x = np.array([a, a, a - length, a - length])
    half = 0.5 * vehicle["body.track_front_m"]
    y = np.array([half, -half, half, -half]) if model != "bicycle" else np.zeros(4)
    power, energy = [], []
    for now in outputs:
        (vx, vy, _), rate = now.velocity_mps, now.angular_velocity_radps[2]
        fx, fy = np.array(now.tyre_force_x_n), np.array(now.tyre_force_y_n)
        power.append((fx * (vx - rate * y) + fy * (vy + rate * x)).sum())
        energy.append(0.5 * mass * (vx**2 + vy**2) + 0.5 * inertia * rate**2)
    weights = np.ones(len(power))
    weights[1:-1:2], weights[2:-1:2] = 4, 2
    work = 0.001 / 3 * (weights * power).sum()
    return (energy[-1] - energy[0] - work) / energy[0]


def unlike_snapshots(model, count):
    """Number of random drives that are not bit-identical after a restore of a snapshot."""
    chance, unlike = np.random.default_rng(19), 0
    car = rig.Car(model, actuator=rig.DATA / "actuator/sedan.yaml",
                  sensors=rig.DATA / "sensor/sedan.yaml")
    for _ in range(count):
        car.reset(vx_mps=chance.uniform(0, 40))
        commands = [{"steer_rad": chance.uniform(-0.3, 0.3), "throttle": chance.uniform(0, 1),
                     "brake": max(0.0, chance.uniform(-1, 1))} for _ in range(2)]
        car.drive(chance.uniform(0.05, 0.4), 0.01, **commands[0])
        words = car.session.snapshot()
        first = bytes(car.drive(0.2, 0.01, **commands[1])[-1])
        car.session.restore(words)
        unlike += bytes(car.drive(0.2, 0.01, **commands[1])[-1]) != first
    return unlike


def rows():
    for model, name in MODELS:
        yield rig.absolute(f"{name}, rk4: order of convergence from 4 ms on", "",
                           order(model, "rk4", 0.004), 4, 0.2)
        yield rig.absolute(f"{name}, semi_implicit: order of convergence from 1 ms on", "",
                           order(model, "semi_implicit", 0.001), 1, 0.1)
    for model, name in MODELS[:2]:
        yield rig.absolute(f"{name}, turn: energy that no work explains, of the whole", "",
                           energy_gap(model), 0, 1e-8)
    for model, name in MODELS:
        yield rig.absolute(f"{name}: runs from 32 random snapshots that are not bit-identical", "",
                           unlike_snapshots(model, 32), 0, 0)

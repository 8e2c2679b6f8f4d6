# SPDX-License-Identifier: MIT
import numpy as np

import rig
import steady_state
import vehicles

title = "Figures of manoeuvres"
source = ("ISO 4138 and ISO 7401 for the figures; H. Pacejka, Tyre and Vehicle Dynamics, sections 1.3 "
          "(single track) and 7.2 (relaxation lengths); ECE R13-H for the mean fully developed "
          "deceleration")
SPEED = 22.2222


def side_force(tyre, load, slip):
    """Lateral force of an axle with this load, for the tangent of its slip angle."""
    b, c, d, e = (tyre[f"lateral.{name}"] for name in "bcde")
    x = b * slip
    peak = d * (1 - tyre["load_sensitivity"] * (load / 2 / tyre["nominal_load_n"] - 1)) * load
    return peak * np.sin(c * np.arctan(x - e * (x - np.arctan(x))))


def slip_for(tyre, load, force):
    """The inverse, by bisection below the peak."""
    low, high = 0.0, 0.15
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if side_force(tyre, load, middle) < force else (low, middle)
    return low


def understeer(vehicle, tyre):
    """Slope of the steering minus the geometric angle between 1 and 4 m/s2, by least squares. The
    slip of each axle gives the force that the balance of moments requires."""
    length, a = vehicle["body.wheelbase_m"], vehicle["body.cg_to_front_axle_m"]
    mass, trail = vehicle["body.mass_kg"], tyre["pneumatic_trail_m"]
    extra = []
    accelerations = np.linspace(1, 4, 61)
    for acceleration in accelerations:
        slips = []
        for distance, lever in ((length - a, length - a + trail), (a, a - trail)):
            load, force = mass * rig.G * distance / length, mass * acceleration * lever / length
            slips.append(np.arctan(slip_for(tyre, load, force)))
        extra.append(slips[0] - slips[1])
    return np.polyfit(accelerations, extra, 1)[0]


def stepped(vehicle, tyre, amplitude, rate):
    """Yaw rate of the linear single track with relaxation lengths for a steering step with limited
    rate; (times, yaw rates), from half of the step on."""
    (cf, a), (cr, b) = steady_state.axles(vehicle, tyre)
    trail, sigma = tyre["pneumatic_trail_m"], tyre["relaxation_lateral_m"]
    mass, inertia = vehicle["body.mass_kg"], vehicle["body.yaw_inertia_kgm2"]
    # State: lateral speed, yaw rate, slip of front and rear axle (positive to the left).
    system = np.array([
        [0, -SPEED, -cf / mass, -cr / mass],
        [0, 0, -(a - trail) * cf / inertia, (b + trail) * cr / inertia],
        [1 / sigma, a / sigma, -SPEED / sigma, 0],
        [1 / sigma, -b / sigma, 0, -SPEED / sigma]])
    dt, state, times, rates = 1e-4, np.zeros(4), [], []
    for i in range(50000):
        steer = min(amplitude, rate * i * dt)
        drive = np.array([0, 0, -SPEED * steer / sigma, 0])
        slope = system @ state + drive
        slope = system @ (state + 0.5 * dt * slope) + drive
        state = state + dt * slope
        times.append((i + 1) * dt - 0.5 * amplitude / rate)
        rates.append(state[1])
    return np.array(times), np.array(rates)


def scenario(text):
    return f"name: validation\nmodel: bicycle\n{text}"


def rows():
    vehicle, tyre = rig.numbers("vehicle"), rig.numbers("tyre")
    plain = {"vehicle": steady_state.WITHOUT_DRAG, "tyre": steady_state.WITHOUT_ROLLING}
    # The reference has neither load transfer between the axles due to sideslip nor a trail that
    # decreases with slip.
    changes = {"body.cg_height_m": 0.1, "body.cg_to_front_axle_m": 1.0}
    low = {"vehicle": {**steady_state.WITHOUT_DRAG, **changes},
           "tyre": {**steady_state.WITHOUT_ROLLING, "pneumatic_trail_m": 0}}
    car = ("sedan with its centre of gravity at 0.1 m height and 1.0 m behind the front axle, without "
           "drag, lift, rolling resistance and trail")
    reference = understeer({**vehicle, **changes}, {**tyre, "pneumatic_trail_m": 0})
    for turn, name in ((1, "left"), (-1, "right")):
        found = rig.replay(scenario(
            f"initial_speed_mps: {SPEED}\nhold_speed_mps: {SPEED}\nduration_s: 200\ndt_s: 0.01\n"
            f"steer: {{shape: ramp, start_s: 1.0, amplitude_rad: {0.2 * turn}, rate_radps: 0.0008}}\n"),
            **low)
        yield rig.relative(f"ISO 4138, constant speed, to the {name}, until it breaks away, L1, {car}: "
                           "understeer gradient", "mrad/g", found["understeer gradient"],
                           1e3 * rig.G * reference, 0.03)
    amplitude = 0.002
    found = rig.replay(scenario(
        f"initial_speed_mps: {SPEED}\nduration_s: 6\ndt_s: 0.001\n"
        f"steer: {{shape: step, start_s: 1.0, amplitude_rad: {amplitude}, rate_radps: 0.1}}\n"), **plain)
    times, rates = stepped(vehicle, tyre, amplitude, 0.1)
    settled = rates[-1]
    yield rig.relative("ISO 7401, step of 2 mrad, L1: response time of yaw rate", "s",
                       found["response time of yaw rate"], times[rates >= 0.9 * settled][0], 0.01)
    yield rig.relative("the same: time to the peak", "s", found["time to peak of yaw rate"],
                       times[np.argmax(rates)], 0.02)
    yield rig.absolute("the same: overshoot", "%", found["overshoot of yaw rate"],
                       100 * (max(rates) / settled - 1), 0.1)
    found = rig.replay("name: validation\nmodel: seven_dof\ninitial_speed_mps: 27.7778\n"
                       "duration_s: 6\ndt_s: 0.001\ncontrols: [{t_s: 0, brake: 1}]\n")
    yield rig.relative("full brake from 100 km/h, L2: mean fully developed deceleration", "m/s2",
                       found["mean fully developed deceleration"], vehicles.braked(vehicle, tyre),
                       0.04)

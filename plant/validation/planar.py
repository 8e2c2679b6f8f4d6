# SPDX-License-Identifier: MIT
import numpy as np

import rig

title = "The whole planar car"
source = ("seven degrees of freedom as in docs/reference/plant/l2-seven-dof.md, after H. Pacejka, Tyre and Vehicle "
          "Dynamics, chapters 1, 4 and 7, and W. Milliken, D. Milliken, Race Car Vehicle Dynamics, "
          "chapter 18; classical Runge-Kutta")
STEP = 0.001
# The wheels front left, front right, rear left, rear right.
SIDE, FRONT = np.array([1.0, -1.0, 1.0, -1.0]), np.array([True, True, False, False])


class Curve:
    """The simple Magic Formula divided by its slope, with the slip at its peak."""

    def __init__(self, tyre, direction):
        self.b, self.c, self.d, self.e = (tyre[f"{direction}.{name}"] for name in "bcde")
        goal, slip = np.tan(0.5 * np.pi / self.c), 1.0 / self.b
        for _ in range(100):
            x = self.b * slip
            value = x - self.e * (x - np.arctan(x)) - goal
            slip -= value / (self.b * (1 - self.e + self.e / (1 + x * x)))
        self.peak = slip

    def __call__(self, slip):
        x = self.b * slip
        return np.sin(self.c * np.arctan(x - self.e * (x - np.arctan(x))))


class PlanarCar:
    """State: vx, vy, yaw rate, four spins, lagged ax and ay, four slips along, four across."""

    def __init__(self, vehicle, tyre, is_wide):
        self.v, self.t = vehicle, tyre
        get = vehicle.__getitem__
        self.mass, self.inertia = get("body.mass_kg"), get("body.yaw_inertia_kgm2")
        length, a = get("body.wheelbase_m"), get("body.cg_to_front_axle_m")
        self.length, self.radius = length, get("wheel.radius_m")
        self.x = np.where(FRONT, a, a - length)
        half = 0.5 * np.where(FRONT, get("body.track_front_m"), get("body.track_rear_m"))
        self.y = SIDE * half if is_wide else np.zeros(4)
        self.static = 0.5 * self.mass * rig.G * np.where(FRONT, length - a, a) / length
        self.along, self.across = Curve(tyre, "longitudinal"), Curve(tyre, "lateral")
        self.pressure = 0.5 * get("aero.air_density_kg_per_m3") * get("aero.frontal_area_m2")
        self.lift = -0.5 * self.pressure * np.where(FRONT, get("aero.lift_coefficient_front"),
                                                    get("aero.lift_coefficient_rear"))
        self.shift = self.mass * get("body.cg_height_m") / (2 * length) * np.where(FRONT, -1.0, 1.0)
        self.roll_load = self.rolled(half) if is_wide else np.zeros(4)
        self.driven = 0.5 * np.where(FRONT, get("drive.front_share"), 1 - get("drive.front_share"))

    def rolled(self, half):
        """Load transferred from the left to the right wheel for 1 m/s2 to the left."""
        get, unsprung = self.v.__getitem__, self.v["body.unsprung_mass_kg"]
        sprung = self.mass - 4 * unsprung
        height = (self.mass * get("body.cg_height_m") - 4 * unsprung * self.radius) / sprung
        share = np.where(FRONT, -self.x[2], self.x[0]) / self.length  # of the weight
        centre = np.where(FRONT, get("suspension.roll_centre_front_m"),
                          get("suspension.roll_centre_rear_m"))
        arm = height - (share * centre)[[0, 2]].sum()
        stiffness = 2 * half**2 * np.where(FRONT, get("suspension.spring_front_n_per_m"),
                                           get("suspension.spring_rear_n_per_m")) \
            + np.where(FRONT, get("suspension.anti_roll_front_nm_per_rad"),
                       get("suspension.anti_roll_rear_nm_per_rad"))
        lean = sprung * arm / (stiffness[[0, 2]].sum() - sprung * rig.G * arm)
        moment = sprung * share * centre + stiffness * lean + 2 * unsprung * self.radius
        return moment / (2 * half)

    def forces(self, slip_x, slip_y, load):
        """Longitudinal and lateral forces: both slips are divided by those of their peaks."""
        x, y = slip_x / self.along.peak, slip_y / self.across.peak
        size = np.hypot(x, y)
        size = np.where(size < 1e-12, 1e-12, size)
        grip = (1 - self.t["load_sensitivity"] * (load / self.t["nominal_load_n"] - 1)) * load
        return (self.along.d * grip * self.along(size * self.along.peak) * x / size,
                -self.across.d * grip * self.across(size * self.across.peak) * y / size)

    def relaxations(self, slip_x, slip_y, follow_x, follow_y):
        """Relaxation lengths, reduced by one factor where the slips exceed those that friction holds
        by stiffness alone, see docs/reference/plant/tyres.md; C / (mu Fz) is B C of each curve."""
        sigma_x, sigma_y = (self.t[f"relaxation_{name}_m"] for name in ("longitudinal", "lateral"))
        beyond = np.hypot(slip_x * self.along.b * self.along.c, slip_y * self.across.b * self.across.c)
        quarter = 0.25 / STEP / np.maximum(follow_x / sigma_x, follow_y / sigma_y)
        shrink = np.maximum(np.minimum(beyond**4, quarter), 1.0)
        return sigma_x / shrink, sigma_y / shrink

    def slope(self, s, steer, throttle):
        vx, vy, rate, spin, ax, ay = s[0], s[1], s[2], s[3:7], s[7], s[8]
        slip_x, slip_y = s[9:13], s[13:17]
        load = self.static + self.lift * vx * vx + self.shift * ax - SIDE * self.roll_load * ay
        tangent = np.tan(steer)
        angle = np.where(FRONT, np.arctan(tangent / (
            1 - self.v["steering.ackermann"] * tangent * self.y / self.length)), 0.0)
        c, n = np.cos(angle), np.sin(angle)
        side = np.array([vx - rate * self.y, vy + rate * self.x])
        wheel_x, wheel_y = c * side[0] + n * side[1], c * side[1] - n * side[0]
        fx, fy = self.forces(slip_x, slip_y, load)
        body_x, body_y = c * fx - n * fy, c * fy + n * fx
        sliding = self.radius * spin - wheel_x
        follow_x = np.maximum(abs(wheel_x), abs(sliding) / 3)
        follow_y = np.maximum(abs(wheel_x), abs(wheel_y) / 3)
        sigma_x, sigma_y = self.relaxations(slip_x, slip_y, follow_x, follow_y)
        shaft = (spin * self.driven).sum() / self.driven.sum()
        torque = throttle * min(self.v["drive.max_torque_nm"],
                                self.v["drive.max_power_w"] / abs(shaft))
        resistance = self.t["rolling_resistance"] * self.radius * load * np.sign(spin)
        lag = self.v["suspension.load_transfer_time_s"]
        drag = self.pressure * self.v["aero.drag_coefficient"] * vx * abs(vx)
        total_x, total_y = body_x.sum(), body_y.sum()
        return np.concatenate([
            [(total_x - drag) / self.mass + rate * vy, total_y / self.mass - rate * vx,
             (self.x * body_y - self.y * body_x).sum() / self.inertia],
            (torque * self.driven - self.radius * fx - resistance) / self.v["wheel.inertia_kgm2"],
            [(total_x / self.mass - ax) / lag, (total_y / self.mass - ay) / lag],
            (sliding - follow_x * slip_x) / sigma_x, (wheel_y - follow_y * slip_y) / sigma_y])

    def drive(self, speed, seconds, steer, throttle):
        state = np.zeros(17)
        state[0], state[3:7] = speed, speed / self.radius
        for i in range(round(seconds / STEP)):
            inputs = steer(i * STEP), throttle
            k1 = self.slope(state, *inputs)
            k2 = self.slope(state + 0.5 * STEP * k1, *inputs)
            k3 = self.slope(state + 0.5 * STEP * k2, *inputs)
            k4 = self.slope(state + STEP * k3, *inputs)
            state = state + STEP / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return state


MANOEUVRES = (
    ("step of 40 mrad at 22 m/s", 22.0, 2.0, lambda t: 0.04, 0.0),
    ("sweep of 20 mrad to 2 Hz at 30 m/s", 30.0, 2.0, lambda t: 0.02 * np.sin(np.pi * t * t), 0.2),
    ("full throttle with 50 mrad from 12 m/s", 12.0, 2.0, lambda t: 0.05, 1.0),
    ("spin after 0.2 rad at 25 m/s", 25.0, 2.0, lambda t: 0.2, 0.0))


def rows():
    no_trail = {"pneumatic_trail_m": 0}
    vehicle, tyre = rig.numbers("vehicle"), rig.numbers("tyre", no_trail)
    for model, name in (("bicycle", "L1"), ("seven_dof", "L2")):
        own = PlanarCar(vehicle, tyre, model != "bicycle")
        for what, speed, seconds, steer, throttle in MANOEUVRES:
            car = rig.Car(model, tyre=no_trail)
            car.reset(vx_mps=speed)
            now = car.drive(seconds, STEP, lambda t, _: {"steer_rad": steer(t), "throttle": throttle})
            state = own.drive(speed, seconds, steer, throttle)
            yield rig.relative(f"{name}, {what}: yaw rate at the end", "rad/s",
                               now[-1].angular_velocity_radps[2], state[2], 1e-9)
            yield rig.relative(f"{name}, the same: side speed", "m/s", now[-1].velocity_mps[1],
                               state[1], 1e-9)

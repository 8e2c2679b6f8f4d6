# SPDX-License-Identifier: MIT
import numpy as np

import rig
import steady_state

title = "Differentials and the limiter"
source = ("W. Milliken, D. Milliken, Race Car Vehicle Dynamics, chapter 20 (a locked axle turns as one "
          "part); H. Pacejka, Tyre and Vehicle Dynamics, section 4.3.1 (similarity)")


# Without load transfer, trail and resistance, so that only the balance below remains.
VEHICLE = {**steady_state.WITHOUT_DRAG, "body.cg_height_m": 0.05, "body.unsprung_mass_kg": 0.1,
           "suspension.roll_centre_front_m": 0, "suspension.roll_centre_rear_m": 0}
TYRE = {**steady_state.WITHOUT_ROLLING, "load_sensitivity": 0, "pneumatic_trail_m": 0}


def peak_slip(b, c, e):
    """The slip s for which B s - E (B s - atan(B s)) is tan(pi / 2 / C), by bisection."""
    low, high = 0.0, 1e3
    for _ in range(80):
        middle = 0.5 * (low + high)
        is_low = middle * (1 - e) + e * np.arctan(middle) < np.tan(np.pi / 2 / c)
        low, high = (middle, high) if is_low else (low, middle)
    return low / b


def tyre_force(tyre, kappa, tan_alpha, load):
    """Both slips divided by those of their peaks; curves are evaluated at the vector's length."""
    def own(direction):
        return [tyre[f"{direction}.{key}"] for key in "bcde"]

    def pure(direction, slip):
        b, c, d, e = own(direction)
        x = b * slip
        return d * np.sin(c * np.arctan(x - e * (x - np.arctan(x))))

    peaks = [peak_slip(*(own(d)[i] for i in (0, 1, 3))) for d in ("longitudinal", "lateral")]
    x, y = kappa / peaks[0], tan_alpha / peaks[1]
    length = np.hypot(x, y) + 1e-15
    return (load * x / length * pure("longitudinal", length * peaks[0]),
            -load * y / length * pure("lateral", length * peaks[1]))


class Turn:
    """A car in a steady turn whose driven rear wheels have the same speed."""

    def __init__(self, steer, speed, torque):
        self.vehicle, self.tyre = rig.numbers("vehicle", VEHICLE), rig.numbers("tyre", TYRE)
        self.steer, self.speed, self.torque = steer, speed, torque

    def wheels(self):
        """x, y, load and angle of each wheel."""
        v = self.vehicle
        a, length = v["body.cg_to_front_axle_m"], v["body.wheelbase_m"]
        weight = v["body.mass_kg"] * rig.G
        for x, load, track in ((a, weight * (length - a) / length, v["body.track_front_m"]),
                               (a - length, weight * a / length, v["body.track_rear_m"])):
            for y in (0.5 * track, -0.5 * track):
                part = v["steering.ackermann"] * y / length
                angle = np.arctan(np.tan(self.steer) / (1 - part * np.tan(self.steer)))
                yield x, y, load / 2, angle if x > 0 else 0.0

    def balance(self, unknown):
        """Residuals of lateral forces, yaw moments and torques of the rear axle."""
        vy, yaw_rate, rim_speed = unknown
        side = moment = along_rear = 0.0
        for x, y, load, angle in self.wheels():
            vx_wheel, vy_wheel = self.speed - y * yaw_rate, vy + x * yaw_rate
            forwards = vx_wheel * np.cos(angle) + vy_wheel * np.sin(angle)
            left = vy_wheel * np.cos(angle) - vx_wheel * np.sin(angle)
            # A wheel that is not driven rolls without a longitudinal force.
            kappa = rim_speed / forwards - 1 if x < 0 else 0.0
            along, across = tyre_force(self.tyre, kappa, left / forwards, load)
            fx = along * np.cos(angle) - across * np.sin(angle)
            fy = along * np.sin(angle) + across * np.cos(angle)
            side, moment = side + fy, moment + x * fy - y * fx
            along_rear += along if x < 0 else 0.0
        return np.array([side - self.vehicle["body.mass_kg"] * self.speed * yaw_rate, moment,
                         along_rear - self.torque / self.vehicle["wheel.radius_m"]])

    def solve(self):
        """Newton's method, starting from rolling along a circle."""
        at = np.array([0.0, self.speed * self.steer / self.vehicle["body.wheelbase_m"], self.speed])
        for _ in range(50):
            steps = 1e-7 * np.eye(3)
            slope = np.column_stack([(self.balance(at + s) - self.balance(at - s)) / 2e-7
                                     for s in steps])
            at = at - np.linalg.solve(slope, self.balance(at))
        return at


def cornering():
    for speed in (5.0, 10.0):
        car = rig.Car("seven_dof", vehicle={**VEHICLE, "drive.differential": "locked"}, tyre=TYRE)
        car.reset(vx_mps=speed)
        hold = SpeedHold(speed)
        last = car.drive(20.0, 0.01, lambda t, now: {"steer_rad": 0.1, "throttle": hold(now)})[-1]
        torque = last.throttle_applied * rig.numbers("vehicle")["drive.max_torque_nm"]
        _, yaw_rate, rim_speed = Turn(0.1, last.velocity_mps[0], torque).solve()
        yield rig.relative(f"L2, locked rear axle, 0.1 rad of steering at {speed:.0f} m/s: yaw rate",
                           "rad/s", last.angular_velocity_radps[2], yaw_rate, 1e-3)
        yield rig.relative(f"L2, locked rear axle, the same at {speed:.0f} m/s: rear rims", "m/s",
                           last.wheel_spin_radps[2] * last.wheel_radius_m, rim_speed, 1e-3)


class SpeedHold:
    """Throttle of a PI controller."""

    def __init__(self, speed):
        self.speed, self.integral = speed, 0.0

    def __call__(self, now):
        error = self.speed - now.velocity_mps[0]
        self.integral += 0.01 * error
        return min(max(0.5 * error + self.integral, 0.0), 1.0)


def limiter():
    car = rig.Car("seven_dof", ground={"friction": 0.02})
    car.reset(vx_mps=1.0)
    fastest = rig.column(car.drive(20.0, 0.01, throttle=1.0), "wheel_spin_radps", 2).max()
    yield rig.relative("L2 on ice, full throttle: rim speed of a driven wheel, at most max_speed_mps",
                       "m/s", 0.32 * fastest, rig.numbers("vehicle")["drive.max_speed_mps"], 0.05)


def rows():
    yield from cornering()
    yield from limiter()

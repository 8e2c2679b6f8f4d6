# SPDX-License-Identifier: MIT
import cmath
import math

import numpy as np

import rig
import steady_state

title = "Rolling in a sinusoidal steering"
source = ("the linear three-degree-of-freedom car: L. Segel, Theoretical Prediction and "
          "Experimental Substantiation of the Response of the Automobile to Steering Control, "
          "1956; with tyres that relax and that are springs below the axles")

SPEED = 25.0
CALM, FREE = steady_state.WITHOUT_DRAG, steady_state.WITHOUT_ROLLING


class Segel:
    """Lateral, yaw and roll motion, linearized at a constant speed."""

    def __init__(self, vehicle, tyre):
        self.vehicle, self.tyre = vehicle, tyre
        (self.cf, self.a), (self.cr, self.b) = steady_state.axles(vehicle, tyre)
        self.mass, self.unsprung = vehicle["body.mass_kg"], vehicle["body.unsprung_mass_kg"]
        self.sprung = self.mass - 4 * self.unsprung
        self.track = vehicle["body.track_front_m"]
        self.centres = [vehicle["suspension.roll_centre_front_m"],
                        vehicle["suspension.roll_centre_rear_m"]]
        self.shares = [self.b / (self.a + self.b), self.a / (self.a + self.b)]
        height = (self.mass * vehicle["body.cg_height_m"]
                  - 4 * self.unsprung * vehicle["wheel.radius_m"]) / self.sprung
        self.arm = height - np.dot(self.centres, self.shares)

    def suspensions(self, omega):
        """Complex roll stiffness of each axle, including damping."""
        v, half = self.vehicle, self.track ** 2 / 2
        for axle in ("front", "rear"):
            yield (half * (v[f"suspension.spring_{axle}_n_per_m"]
                           + 1j * omega * v[f"suspension.damper_{axle}_ns_per_m"])
                   + v[f"suspension.anti_roll_{axle}_nm_per_rad"])

    def response(self, frequency_hz):
        """Roll angle and yaw rate per rad of steering, complex."""
        omega = 2 * math.pi * frequency_hz
        s = 1j * omega
        trail, relaxation = self.tyre["pneumatic_trail_m"], self.tyre["relaxation_lateral_m"]
        arm_mass, share = self.sprung * self.arm, self.sprung * self.arm / self.mass
        tyre_roll = self.tyre["vertical_stiffness_n_per_m"] * self.track ** 2 / 2
        # Unknowns: lateral speed of the centre of gravity v, yaw rate r, roll p, slips of the front and
        # the rear tyres, roll of the front and the rear axle.
        v, r, p, front, rear, axles = 0, 1, 2, 3, 4, (5, 6)
        matrix, drive = np.zeros((7, 7), complex), np.zeros(7, complex)
        matrix[0, [v, r, front, rear]] = [self.mass * s, self.mass * SPEED, self.cf, self.cr]
        matrix[1, [r, front, rear]] = [self.vehicle["body.yaw_inertia_kgm2"] * s,
                                       self.cf * (self.a - trail), -self.cr * (self.b + trail)]
        # Lateral tyre force divided by mass is the acceleration of the centre of gravity; that of
        # the body differs by its motion about the roll axis.
        acceleration = np.zeros(7, complex)
        acceleration[[front, rear]] = [-self.cf / self.mass, -self.cr / self.mass]
        swing = arm_mass * self.arm * 4 * self.unsprung / self.mass
        matrix[2] = -arm_mass * acceleration
        matrix[2, p] += ((self.vehicle["body.roll_inertia_kgm2"] + swing) * s ** 2
                         - arm_mass * rig.G)
        hub_inertia = 2 * self.unsprung * (self.track / 2) ** 2
        for i, (axle, strut) in enumerate(zip(axles, self.suspensions(omega))):
            matrix[2, [p, axle]] += [strut, -strut]
            direct = (self.sprung * self.shares[i] * self.centres[i]
                      + 2 * self.unsprung * self.vehicle["wheel.radius_m"])
            matrix[axle] = -direct * acceleration
            matrix[axle, [axle, p]] += [hub_inertia * s ** 2 + tyre_roll + strut, -strut]
        # The wheels are at the roll axis, at a lateral distance from the centre of gravity.
        for slip, distance in ((front, self.a), (rear, -self.b)):
            matrix[slip, [slip, v, r, p]] += [relaxation * s + SPEED, -1, -distance, -share * s]
        drive[front] = -SPEED
        found = np.linalg.solve(matrix, drive)
        return found[p], found[r]


def measured(frequency_hz, steer_rad=0.002, cycles=12):
    car = rig.Car("fourteen_dof", vehicle=CALM, tyre=FREE)
    car.reset(vx_mps=SPEED)
    outputs = car.drive(cycles / frequency_hz, 0.001, lambda t, _: {
        "steer_rad": steer_rad * math.sin(2 * math.pi * frequency_hz * (t + 0.0005))})
    last = round(4 / frequency_hz / 0.001)
    t = 0.001 * np.arange(len(outputs) - last, len(outputs))
    turn = np.exp(-2j * np.pi * frequency_hz * t)
    for values in (rig.column(outputs, "roll_rad"),
                   rig.column(outputs, "angular_velocity_radps", 2)):
        yield 2j * np.mean(values[-last:] * turn) / steer_rad


def rows():
    car = Segel(rig.numbers("vehicle", CALM), rig.numbers("tyre", FREE))
    for frequency in (0.5, 1.0, 1.6, 2.2, 3.0):
        pairs = zip(("roll", "yaw rate"), ("1", "1/s"), measured(frequency),
                    car.response(frequency))
        for what, unit, found, expected in pairs:
            yield rig.relative(f"L3: {what} for each rad of steering, {frequency} Hz at "
                               f"{SPEED:.0f} m/s", unit, abs(found), abs(expected), 0.02)
            yield rig.absolute(f"L3: phase of it, {frequency} Hz", "rad", cmath.phase(found),
                               cmath.phase(expected), 0.03)

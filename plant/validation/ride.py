# SPDX-License-Identifier: MIT
import pathlib
import tempfile

import numpy as np

import rig

title = "Riding on a rough road"
source = ("the linear ride model of body and wheels: M. Mitschke, H. Wallentowitz, Dynamik der "
          "Kraftfahrzeuge, part on vertical motion; ISO 8608 for the road, with the coherence "
          "exp(-k n t) between tracks")

SPEED = 20.0
LOWEST, HIGHEST = 0.011, 2.83  # cycles/m that the plant's roads have
COHERENCE = 3.0                # k
DENSITY_C = 256e-6             # m^3 at 0.1 cycles/m, ISO 8608 table C.1
# Only the road moves the body.
SMOOTH_AIR = {"aero.lift_coefficient_front": 0, "aero.lift_coefficient_rear": 0}


class RideModel:
    """Body and hubs on linear springs, at a steady speed over two tracks. The mean of both
    tracks excites heave and pitch; their difference excites roll, which is omitted."""

    def __init__(self, vehicle, tyre):
        self.mass = vehicle["body.mass_kg"]
        self.hub = vehicle["body.unsprung_mass_kg"]
        self.sprung = self.mass - 4 * self.hub
        self.pitch_inertia = vehicle["body.pitch_inertia_kgm2"]
        self.front = vehicle["body.cg_to_front_axle_m"]
        self.rear = vehicle["body.wheelbase_m"] - self.front
        self.track = vehicle["body.track_front_m"]
        self.springs = [vehicle[f"suspension.spring_{axle}_n_per_m"] for axle in ("front", "rear")]
        self.dampers = [vehicle[f"suspension.damper_{axle}_ns_per_m"] for axle in ("front", "rear")]
        self.tyre = tyre["vertical_stiffness_n_per_m"]

    def heave_acceleration(self, omega):
        """For tracks of height 1 under both sides. Unknown: heave z, pitch p (nose down), front and
        rear hub."""
        struts = [k + 1j * omega * c for k, c in zip(self.springs, self.dampers)]
        arms = [self.front, -self.rear]
        # The compression of a suspension is u - (z - x p), which gives the force of its two struts.
        matrix = np.zeros((4, 4), complex)
        road = np.zeros(4, complex)
        matrix[0, 0] = -self.sprung * omega ** 2
        matrix[1, 1] = -self.pitch_inertia * omega ** 2
        for axle, (strut, x) in enumerate(zip(struts, arms)):
            hub = 2 + axle
            push = 2 * strut * np.array([-1, x, axle == 0, axle == 1], complex)
            matrix[0] -= push
            matrix[1] += x * push
            matrix[hub] += push
            matrix[hub, hub] += 2 * self.tyre - 2 * self.hub * omega ** 2
            delay = (self.front - x) / SPEED
            road[hub] = 2 * self.tyre * np.exp(-1j * omega * delay)
        return -omega ** 2 * np.linalg.solve(matrix, road)[0]

    def rms(self):
        """RMS of the heave acceleration on a road of class C."""
        n = np.geomspace(LOWEST, HIGHEST, 4000)
        density = DENSITY_C * (n / 0.1) ** -2
        common = density * (1 + np.exp(-COHERENCE * n * self.track)) / 2
        response = np.array([self.heave_acceleration(2 * np.pi * SPEED * each) for each in n])
        return np.sqrt(np.trapz(np.abs(response) ** 2 * common, n))


def hold_speed(_, now):
    return {"throttle": min(max(0.05 + 0.5 * (SPEED - now.velocity_mps[0]), 0.0), 1.0)}


def heave_of_plant(seed):
    ground = {"roughness.iso_8608_class": "c", "roughness.seed": seed}
    car = rig.Car("fourteen_dof", vehicle=SMOOTH_AIR, ground=ground)
    car.reset(vx_mps=SPEED)
    return rig.column(car.drive(60.0, 0.005, hold_speed)[400:], "az_mps2")


def rows():
    model = RideModel(rig.numbers("vehicle", SMOOTH_AIR), rig.numbers("tyre"))
    squares = [np.mean(heave_of_plant(seed) ** 2) for seed in range(1, 7)]
    yield rig.relative(f"L3: heave acceleration, rms, class C at {SPEED:.0f} m/s, six roads",
                       "m/s^2", np.sqrt(np.mean(squares)), model.rms(), 0.05)

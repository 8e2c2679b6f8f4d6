# SPDX-License-Identifier: MIT
import dataclasses

import numpy as np

import plant
import rig
import steady_state

SOURCE = ("the linear single track (M. Mitschke, H. Wallentowitz, Dynamik der Kraftfahrzeuge); "
          "statics of a body on springs on axles on tyres (W. Milliken, D. Milliken, Race Car "
          "Vehicle Dynamics, chapter 18; T. Gillespie, Fundamentals of Vehicle Dynamics, chapter 9)")


@dataclasses.dataclass
class Vehicle:
    """A vehicle of plant/data/vehicle with its tyres; `page` is the page with its numbers."""
    name: str
    tyre_name: str
    stop_kmh: float
    title: str = "Steady states"
    source: str = SOURCE

    @property
    def page(self):
        return f"vehicles/{self.name}.md"

    @property
    def files(self):
        return (rig.DATA / f"vehicle/{self.name}.yaml", rig.DATA / f"tyre/{self.tyre_name}.yaml")

    def numbers(self):
        body, tyre = self.files
        return rig.numbers("vehicle", file=body), rig.numbers("tyre", file=tyre)

    def car(self, model, vehicle_changes=None, tyre_changes=None):
        body, tyre = self.files
        return rig.Car(model, vehicle=(body, vehicle_changes or {}),
                       tyre=(tyre, tyre_changes or {}))

    def rows(self):
        yield from understeer(self)
        yield stop(self)
        yield lean(self)
        yield tip_over(self)


def topics():
    """@throws AssertionError if a file of plant/data/vehicle is missing here"""
    known = [Vehicle("sedan", "sedan", 100), Vehicle("compact", "sedan", 100),
            Vehicle("suv", "light_truck", 100), Vehicle("van", "light_truck", 100),
            Vehicle("truck", "truck", 80), Vehicle("commonroad_1", "commonroad", 100),
            Vehicle("commonroad_2", "commonroad", 100), Vehicle("commonroad_3", "commonroad", 100)]
    files = {file.stem for file in (rig.DATA / "vehicle").glob("*.yaml")}
    assert files == {vehicle.name for vehicle in known}, f"vehicles with files: {files}"
    return known


def turned(car, speed, steer, seconds):
    car.reset(vx_mps=speed)
    return car.drive(seconds, 0.01, steer_rad=steer)[-1]


def understeer(self):
    """Understeer gradient at small accelerations, without drag."""
    vehicle, tyre = self.numbers()
    length, speed, steer = vehicle["body.wheelbase_m"], 15.0, 0.002
    now = turned(self.car("seven_dof", steady_state.WITHOUT_DRAG, steady_state.WITHOUT_ROLLING),
                 speed, steer, 15.0)
    rate, speed = now.angular_velocity_radps[2], now.velocity_mps[0]
    measured = (steer - length * rate / speed) / (rate * speed)
    (front, a), (rear, b) = steady_state.axles(vehicle, tyre)
    trail = tyre["pneumatic_trail_m"]
    expected = vehicle["body.mass_kg"] / length * ((b + trail) / front - (a - trail) / rear)
    yield rig.absolute("understeer gradient", "mrad/g", 1e3 * rig.G * measured,
                       1e3 * rig.G * expected, 0.01)
    if abs(expected) < 1e-6:
        return  # neutral: neither speed is finite
    name = "characteristic speed" if expected > 0 else "critical speed"
    yield rig.relative(name, "km/h", *(3.6 * np.sqrt(length / abs(k)) for k in (measured, expected)),
                       0.002)


def friction(tyre, load, slip):
    """Longitudinal force divided by load."""
    b, c, d, e = (tyre[f"longitudinal.{name}"] for name in "bcde")
    x = b * slip
    curve = d * np.sin(c * np.arctan(x - e * (x - np.arctan(x))))
    return curve * (1 - tyre["load_sensitivity"] * (load / tyre["nominal_load_n"] - 1))


def braked(vehicle, tyre):
    """Deceleration with full brake: the force of an axle is limited by its brakes or by sliding."""
    mass, length = vehicle["body.mass_kg"], vehicle["body.wheelbase_m"]
    front, height = vehicle["body.cg_to_front_axle_m"], vehicle["body.cg_height_m"]
    deceleration = 5.0
    for _ in range(200):
        shifted = mass * deceleration * height / length
        force = 0.0
        for share, load in ((vehicle["brake.front_share"], mass * rig.G * (length - front) / length
                             + shifted),
                            (1 - vehicle["brake.front_share"], mass * rig.G * front / length - shifted)):
            pressed = share * vehicle["brake.max_torque_nm"] / vehicle["wheel.radius_m"] \
                + tyre["rolling_resistance"] * load
            slips = np.linspace(0, 1, 2001)
            peak = load * max(friction(tyre, load / 2, slips))
            force += pressed if pressed < peak else load * friction(tyre, load / 2, 1.0)
        deceleration += 0.2 * (force / mass - deceleration)
    return deceleration


def stop(self):
    vehicle, tyre = self.numbers()
    car, speed = self.car("seven_dof"), self.stop_kmh / 3.6
    car.reset(vx_mps=speed)
    outputs = car.drive(8.0, 0.005, brake=1.0)
    drag = 0.5 * vehicle["aero.air_density_kg_per_m3"] * vehicle["aero.drag_coefficient"] \
        * vehicle["aero.frontal_area_m2"] / vehicle["body.mass_kg"]
    way = np.log(1 + drag * speed**2 / braked(vehicle, tyre)) / (2 * drag)
    return rig.relative(f"stopping distance from {self.stop_kmh} km/h, full brake", "m",
                        max(rig.column(outputs, "position_m", 0)), way, 0.03)


class RollPlane:
    """A sprung body on two axles with tyres, in the lateral plane: heights, loads, stiffnesses."""

    def __init__(self, vehicle, tyre):
        body = {key.partition(".")[2]: value for key, value in vehicle.items()
                if key.startswith("body.")}
        length, front = body["wheelbase_m"], body["cg_to_front_axle_m"]
        unsprung, radius = body["unsprung_mass_kg"], vehicle["wheel.radius_m"]
        self.mass = body["mass_kg"]
        self.sprung = self.mass - 4 * unsprung
        sprung_height = (self.mass * body["cg_height_m"] - 4 * unsprung * radius) / self.sprung
        # Front and rear unsprung masses are equal, so the centre of the sprung mass is elsewhere.
        sprung_front = (self.mass * front - 2 * unsprung * length) / self.sprung
        share = {"front": (length - sprung_front) / length, "rear": sprung_front / length}
        centre = {end: vehicle[f"suspension.roll_centre_{end}_m"] for end in share}
        self.arm = sprung_height - sum(share[end] * centre[end] for end in share)
        self.weight, self.springs, self.tyres, self.direct, self.track = [], [], [], [], []
        for end, distance in (("front", length - front), ("rear", front)):
            track = body[f"track_{end}_m"]
            self.track.append(track)
            self.weight.append(self.mass * rig.G * distance / length)
            self.springs.append(0.5 * vehicle[f"suspension.spring_{end}_n_per_m"] * track**2
                                + vehicle[f"suspension.anti_roll_{end}_nm_per_rad"])
            self.tyres.append(0.5 * tyre["vertical_stiffness_n_per_m"] * track**2)
            self.direct.append(self.sprung * share[end] * centre[end] + 2 * unsprung * radius)

    def leaned(self):
        """Roll angles (body, front axle, rear axle) for 1 m/s2."""
        (k1, k2), (t1, t2), (d1, d2) = self.springs, self.tyres, self.direct
        matrix = [[k1 + k2 - self.sprung * rig.G * self.arm, -k1, -k2],
                  [-k1, k1 + t1, 0.0], [-k2, 0.0, k2 + t2]]
        return np.linalg.solve(matrix, [self.sprung * self.arm, d1, d2])

    def tipping(self):
        """Lateral acceleration at which the inner wheel of the second axle lifts off after that of
        the first: the moment of both axles then balances the tipping moment."""
        _, *axles = self.leaned()
        lifts = [weight * track / 2 / (tyre * lean) for weight, track, tyre, lean in
                 zip(self.weight, self.track, self.tyres, axles)]
        last = int(np.argmax(lifts))
        borne = [weight * track / 2 for weight, track in zip(self.weight, self.track)]
        # Body roll = axle roll + suspension roll of the last axle; sum of moments.
        matrix = [[self.springs[last], self.direct[last]],
                  [self.sprung * self.arm * rig.G, self.sprung * self.arm + sum(self.direct)]]
        right = [borne[last] * (1 + self.springs[last] / self.tyres[last]), sum(borne)]
        return np.linalg.solve(matrix, right)[1]


def lean(self):
    vehicle, tyre = self.numbers()
    now = turned(self.car("fourteen_dof"), 15.0, 0.02, 8.0)
    return rig.relative("lean of the body", "deg/g", np.degrees(now.roll_rad) * rig.G / now.ay_mps2,
                        np.degrees(RollPlane(vehicle, tyre).leaned()[0]) * rig.G, 0.01)


def tip_over(self):
    """With tyres of very high friction, steers slowly until both inner wheels are lifted."""
    vehicle, tyre = self.numbers()
    holding = {"lateral.d": 3.0, "lateral.b": 30.0, "load_sensitivity": 0, "rolling_resistance": 0}
    car = self.car("fourteen_dof", steady_state.WITHOUT_DRAG, holding)
    car.reset(vx_mps=40.0)
    measured = 0.0
    for i in range(4000):
        car.session.set_input(steer_rad=2e-5 * i)
        try:
            car.session.tick(10_000_000)
        except plant.Error:
            break
        now = car.output()
        measured = now.ay_mps2
        if now.wheel_load_n[0] + now.wheel_load_n[2] <= 0.0:
            break
    return rig.relative("tip-over threshold, on tyres that hold", "g", measured / rig.G,
                        RollPlane(vehicle, tyre).tipping() / rig.G, 0.03)

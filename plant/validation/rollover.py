# SPDX-License-Identifier: MIT
import math

import plant
import rig

title = "Rolling over"
source = ("T. Gillespie, Fundamentals of Vehicle Dynamics, chapter 9: quasi-static rollover of a "
          "rigid and of a suspended vehicle")

WITHOUT_LIFT = {"aero.lift_coefficient_front": 0, "aero.lift_coefficient_rear": 0}
STIFF = {"suspension.anti_roll_front_nm_per_rad": 3e6, "suspension.anti_roll_rear_nm_per_rad": 3e6}
# Fast load transfer permits faster steering.
TALL = {**WITHOUT_LIFT, "body.cg_height_m": 1.0, "suspension.load_transfer_time_s": 0.005}
GRIPPY = {"friction": 2.0}


def threshold(vehicle, rear_share):
    """Lateral acceleration at which the inner wheel loads are zero, for a body that rolls about its
    roll axis by R per unit of acceleration: m ay h + ms g h1 R ay = m g t / 2."""
    mass, height = vehicle["body.mass_kg"], vehicle["body.cg_height_m"]
    unsprung, track = 4 * vehicle["body.unsprung_mass_kg"], vehicle["body.track_front_m"]
    sprung = mass - unsprung
    axis = ((1 - rear_share) * vehicle["suspension.roll_centre_front_m"]
            + rear_share * vehicle["suspension.roll_centre_rear_m"])
    arm = (mass * height - unsprung * vehicle["wheel.radius_m"]) / sprung - axis
    springs = (vehicle["suspension.spring_front_n_per_m"]
               + vehicle["suspension.spring_rear_n_per_m"])
    stiffness = (springs * track ** 2 / 2 + vehicle["suspension.anti_roll_front_nm_per_rad"]
                 + vehicle["suspension.anti_roll_rear_nm_per_rad"])
    lean = sprung * arm / (stiffness - sprung * rig.G * arm)
    return mass * rig.G * track / 2 / (mass * height + sprung * rig.G * arm * lean)


def last_before_rolling(model, vehicle):
    """Increases steering slowly at 20 m/s until the plant reports a roll-over."""
    car = rig.Car(model, vehicle=vehicle, ground=GRIPPY)
    car.reset(vx_mps=20.0)
    steer, now = 0.0, car.output()
    while steer < 0.3:
        steer += 1e-5
        car.session.set_input(steer_rad=steer, throttle=0.3 if now.velocity_mps[0] < 20 else 0.0)
        try:
            car.session.tick(1_000_000)
        except plant.Error as error:
            if error.status != plant.ROLLED_OVER:
                raise
            return now
        now = car.output()
    return None


def rows():
    for what, changes in (("cg at 1 m, on stiff springs", {**TALL, **STIFF}),
                          ("cg at 1 m, on the sedan's springs", TALL),
                          ("cg at 1.3 m", {**TALL, "body.cg_height_m": 1.3})):
        vehicle = rig.numbers("vehicle", changes)
        share = vehicle["body.cg_to_front_axle_m"] / vehicle["body.wheelbase_m"]
        for model, name in (("bicycle", "L1"), ("seven_dof", "L2")):
            now = last_before_rolling(model, changes)
            yield rig.relative(f"{name}: lateral acceleration that rolls it over, {what}",
                               "m/s^2", now.ay_mps2 if now else math.nan,
                               threshold(vehicle, share), 0.01)
    car = rig.Car("seven_dof", vehicle={**TALL, "body.cg_height_m": 1.6,
                                        "brake.max_torque_nm": 20000}, ground=GRIPPY)
    car.reset(vx_mps=25.0)
    loads = [sum(now.wheel_load_n) for now in car.drive(1.0, brake=1.0)]
    weight = rig.numbers("vehicle")["body.mass_kg"] * rig.G
    yield rig.relative("L2: sum of the wheel loads while the rear axle is off the road", "N",
                       max(loads, key=lambda load: abs(load - weight)), weight, 1e-9)

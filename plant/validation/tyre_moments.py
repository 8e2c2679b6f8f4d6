# SPDX-License-Identifier: MIT
import math

import numpy as np

import rig
import steady_state

title = "Moments of the tyres"
source = ("H. Pacejka, Tyre and Vehicle Dynamics, 3rd edition: chapter 3 (brush model: trail, turning on "
          "the spot), equations 4.E31 to 4.E78 (aligning moment of the Magic Formula in combined "
          "slip); T. D. Gillespie, Fundamentals of Vehicle Dynamics (linear single track)")


STEER = 0.001
TYRE_PRESSURE_PA = 2.2e5


def reversing(vehicle, tyre, speed, steer):
    """Yaw rate of the linear single track that moves backwards at `speed`: the trail is behind the
    contact in the direction of travel, which is towards the front of the car."""
    (cf, a), (cr, b) = steady_state.axles(vehicle, tyre)
    trail, mass = tyre["pneumatic_trail_m"], vehicle["body.mass_kg"]
    # Slip angles: front (vy + a r) / v + steer, rear (vy - b r) / v; a force is -C times the angle.
    forces = [-(cf + cr) / speed, -(cf * a - cr * b) / speed + mass * speed]
    moments = [-(cf * (a + trail) - cr * (b - trail)) / speed,
               -(cf * (a + trail) * a + cr * (b - trail) * b) / speed]
    return np.linalg.solve([forces, moments], [cf * steer, cf * (a + trail) * steer])[1]


def backing_up():
    vehicle, tyre = rig.numbers("vehicle"), rig.numbers("tyre")
    for model, name in (("bicycle", "L1"), ("seven_dof", "L2"), ("fourteen_dof", "L3")):
        car = rig.Car(model, vehicle=steady_state.WITHOUT_DRAG, tyre=steady_state.WITHOUT_ROLLING)
        car.reset(vx_mps=-11.8)
        last = car.drive(12.0, 0.01, steer_rad=STEER)[-1]
        yield rig.relative(f"{name}: yaw rate at -11.8 m/s and 1 mrad of steering", "rad/s",
                           last.angular_velocity_radps[2],
                           reversing(vehicle, tyre, -last.velocity_mps[0], STEER), 1e-3)


def tir_numbers(path):
    found = {}
    for line in path.read_text().splitlines():
        key, equals, text = line.split("$")[0].partition("=")
        try:
            found[key.strip()] = float(text) if equals else None
        except ValueError:
            pass
    return found


def curve(function, b, c, e, x):
    return function(c * math.atan(b * x - e * (b * x - math.atan(b * x))))


def aligning_moment(p, kappa, tan_alpha, load, fx, fy, side):
    """4.E31 to 4.E78 without camber and pressure, with the forces given. side: 1 left, -1 right."""
    alpha, fy = side * math.atan(tan_alpha), side * fy
    fz0, r0 = p["FNOMIN"], p["UNLOADED_RADIUS"]
    dfz = load / fz0 - 1
    k_x = load * (p["PKX1"] + p["PKX2"] * dfz) * math.exp(p["PKX3"] * dfz)
    k_y = p["PKY1"] * fz0 * math.sin(2 * math.atan(load / (p["PKY2"] * fz0)))
    mu_y = p["PDY1"] + p["PDY2"] * dfz
    by_cy = k_y / (mu_y * load)
    s_vy = load * (p["PVY1"] + p["PVY2"] * dfz)
    # S_Vyk, the lateral force due to the slip ratio, has no trail (4.E74)
    s_vyk = (mu_y * load * (p["RVY1"] + p["RVY2"] * dfz) * math.cos(math.atan(p["RVY4"] * alpha)) *
             math.sin(p["RVY5"] * math.atan(p["RVY6"] * kappa)))
    alpha_t = alpha + p["QHZ1"] + p["QHZ2"] * dfz
    alpha_r = alpha + p["PHY1"] + p["PHY2"] * dfz + s_vy / k_y
    with_kappa = [math.copysign(math.atan(math.hypot(math.tan(x), k_x / k_y * kappa)), x)
                  for x in (alpha_t, alpha_r)]
    b_t = p["QBZ1"] + p["QBZ2"] * dfz + p["QBZ3"] * dfz**2
    d_t = load * r0 / fz0 * (p["QDZ1"] + p["QDZ2"] * dfz)
    e_t = min(1, (p["QEZ1"] + p["QEZ2"] * dfz + p["QEZ3"] * dfz**2) *
              (1 + p["QEZ4"] * 2 / math.pi * math.atan(b_t * p["QCZ1"] * alpha_t)))  # 4.E44
    trail = d_t * curve(math.cos, b_t, p["QCZ1"], e_t, with_kappa[0]) * math.cos(alpha)
    b_r = p["QBZ9"] + p["QBZ10"] * by_cy
    d_r = load * r0 * (p["QDZ6"] + p["QDZ7"] * dfz) * math.cos(alpha)
    residual = d_r * math.cos(math.atan(b_r * with_kappa[1]))
    arm = r0 * (p["SSZ1"] + p["SSZ2"] * fy / fz0)
    return side * (residual - trail * (fy - s_vyk) + arm * fx)


def combined_slip():
    file = rig.DATA / "tyre/sedan.tir"
    p = tir_numbers(file)
    for brake in (0.0, 0.3, 0.5):
        car = rig.Car("seven_dof", tyre=file)
        car.reset(vx_mps=25.0)
        car.drive(1.5, steer_rad=0.04)
        last = car.drive(0.5, steer_rad=0.04, brake=brake)[-1]
        moment = 0.0
        for wheel, side in ((0, 1), (1, -1)):
            # Rotates forces from the frame of the body to that of the wheel.
            angle = steer_of_wheel(0.04, wheel)
            fx, fy = last.tyre_force_x_n[wheel], last.tyre_force_y_n[wheel]
            moment += aligning_moment(p, last.relaxed_slip_ratio[wheel],
                                      math.tan(last.relaxed_slip_angle_rad[wheel]),
                                      last.wheel_load_n[wheel],
                                      fx * math.cos(angle) + fy * math.sin(angle),
                                      fy * math.cos(angle) - fx * math.sin(angle), side)
        yield rig.relative(f"L2 on sedan.tir in a turn with {brake:g} of the brake: aligning moment "
                           "of the front wheels", "N m",
                           last.rack_torque_nm * rig.numbers("vehicle")["steering.ratio"], moment,
                           1e-3)


def steer_of_wheel(mean, wheel):
    """Ackermann geometry: the tangent of the left or right wheel."""
    vehicle = rig.numbers("vehicle")
    y = (0.5 if wheel == 0 else -0.5) * vehicle["body.track_front_m"]
    part = vehicle["steering.ackermann"] * y / vehicle["body.wheelbase_m"]
    return math.atan(math.tan(mean) / (1 - part * math.tan(mean)))


def parking():
    vehicle, tyre = rig.numbers("vehicle"), rig.numbers("tyre")
    (cf, _), _ = steady_state.axles(vehicle, tyre)
    half_length = 3 * tyre["pneumatic_trail_m"]
    length = vehicle["body.wheelbase_m"]
    load = vehicle["body.mass_kg"] * rig.G * (length - vehicle["body.cg_to_front_axle_m"]) / length
    friction = tyre["lateral.d"]

    def torque(steer):
        car = rig.Car("seven_dof")
        car.reset()
        last = car.drive(0.5, command=lambda t, _: {"steer_rad": min(steer, steer * t / 0.25)})[-1]
        return -last.rack_torque_nm * vehicle["steering.ratio"]

    yield rig.relative("L2: torque that turns both standing front wheels by 10 mrad, a row of "
                       "bristles", "N m", torque(0.01), cf * half_length / 3 * 0.01, 5e-3)
    yield rig.relative("L2: torque that turns them on and on, a row of bristles that slide", "N m",
                       torque(0.4), friction * load * half_length / 2, 1e-3)
    # V. E. Gough's formula depends on the tyre pressure, which is not a parameter of the plant.
    yield rig.relative("L2: the same, Gough's mu / 3 sqrt(Fz^3 / p) at 2.2 bar", "N m", torque(0.4),
                       2 * friction / 3 * math.sqrt((load / 2)**3 / TYRE_PRESSURE_PA), 0.2)


def rows():
    yield from backing_up()
    yield from combined_slip()
    yield from parking()

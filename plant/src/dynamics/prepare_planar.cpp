// SPDX-License-Identifier: MIT
#include "dynamics/prepare_planar.hpp"

#include <plant/state.hpp>
#include "dynamics/planar_kernel.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>

namespace plant {
namespace {

/// Sets the values of the front and rear axle.
void set_axles(double (&wheels)[4], double front, double rear) {
    wheels[0] = wheels[1] = front;
    wheels[2] = wheels[3] = rear;
}

void set_geometry(const VehicleParams& p, PlanarConstants& c) {
    const double a = p.body.cg_to_front_axle_m;
    set_axles(c.wheel_x, a, a - p.body.wheelbase_m);
    set_axles(c.steered, 1.0, 0.0);
    for (int i = 0; i < 4; ++i) {
        const double track = i < 2 ? p.body.track_front_m : p.body.track_rear_m;
        c.wheel_y[i] = (i % 2 == 0 ? 0.5 : -0.5) * track;
        c.ackermann[i] = c.steered[i] * p.steering.ackermann * c.wheel_y[i] / p.body.wheelbase_m;
    }
}

void set_loads(const VehicleParams& p, PlanarConstants& c) {
    const BodyParams& b = p.body;
    const double rear_share = b.cg_to_front_axle_m / b.wheelbase_m;
    const double front_share = 1.0 - rear_share;
    const double wing = 0.5 * p.aero.air_density_kg_per_m3 * p.aero.frontal_area_m2;
    const double pitch = b.mass_kg * b.cg_height_m / b.wheelbase_m;
    set_axles(c.load_gravity, 0.5 * b.mass_kg * front_share, 0.5 * b.mass_kg * rear_share);
    set_axles(c.load_speed, -0.5 * wing * p.aero.lift_coefficient_front,
              -0.5 * wing * p.aero.lift_coefficient_rear);
    set_axles(c.load_forward, -0.5 * pitch, 0.5 * pitch);

    const RollStatics roll = roll_statics(p);
    const double unsprung = 2.0 * b.unsprung_mass_kg * p.wheel.radius_m;
    const double front = roll.sprung_mass_kg * front_share * p.suspension.roll_centre_front_m +
                         roll.front_stiffness_nm * roll.angle_per_acceleration + unsprung;
    const double rear = roll.sprung_mass_kg * rear_share * p.suspension.roll_centre_rear_m +
                        roll.rear_stiffness_nm * roll.angle_per_acceleration + unsprung;
    c.load_left[0] = -front / b.track_front_m;
    c.load_left[1] = front / b.track_front_m;
    c.load_left[2] = -rear / b.track_rear_m;
    c.load_left[3] = rear / b.track_rear_m;
    c.inverse_load_time = 1.0 / p.suspension.load_transfer_time_s;
    set_axles(c.half_track, 0.5 * b.track_front_m, 0.5 * b.track_rear_m);
    c.tip_moment =
        b.mass_kg * b.cg_height_m + roll.arm_kgm * gravity_mps2 * roll.angle_per_acceleration;
}

void set_drive(const VehicleParams& p, PlanarConstants& c) {
    const double front = p.drive.front_share;
    set_axles(c.drive_share, 0.5 * front, 0.5 * (1.0 - front));
    set_axles(c.axle_drive, 0.5 * front, 0.5 * (1.0 - front));
    c.max_drive_torque = p.drive.max_torque_nm;
    c.max_drive_power = p.drive.max_power_w;
    c.max_shaft_speed = p.drive.max_speed_mps / p.wheel.radius_m;
    constexpr double limited_part = 0.05;
    c.limiter_slope = 1.0 / (limited_part * c.max_shaft_speed);
    c.locked_differential = p.drive.differential == Differential::locked;
    if (c.locked_differential)
        set_axles(c.locked, front > 0.0 ? 1.0 : 0.0, front < 1.0 ? 1.0 : 0.0);
}

void set_tyre(const VehicleParams& p, const TyreParams& t, PlanarConstants& c) {
    c.tyre = prepare_tyre(t);
    c.rolling_moment = t.rolling_resistance * p.wheel.radius_m;
    c.inverse_relaxation_x = 1.0 / t.relaxation_longitudinal_m;
    c.inverse_relaxation_y = 1.0 / t.relaxation_lateral_m;
    c.inverse_held_slip_x = 1.0 / c.tyre.x.held_slip;
    c.inverse_held_slip_y = 1.0 / c.tyre.y.held_slip;
}

/// Limits the rates of the slips for a step of this length: 1 / 4 of the range up to sliding, so
/// that the slip of a stopping tyre does not jump across zero; and 2 / step for all motion.
void set_slip_rates(const SolverParams& solver, PlanarConstants& c) {
    const double step_s = std::chrono::duration<double>(solver.max_step).count();
    c.inverse_yielding_rate = 4.0 * step_s;
    c.slip_rate_limit =
        solver.integrator == Integrator::rk4 ? 2.0 / step_s : std::numeric_limits<double>::max();
}

/// Damping of the carcass at standstill: half of the critical damping for the mass on the tyre, at
/// most the stability limit of Runge-Kutta (2.785) for a wheel with one and a half times its load.
void set_damping(const SolverParams& solver, PlanarConstants& c) {
    const auto for_mass = [](double stiffness, double inverse_relaxation) {
        return std::sqrt(inverse_relaxation / (gravity_mps2 * stiffness));
    };
    constexpr double bearable = 2.5;
    const double step_s = std::chrono::duration<double>(solver.max_step).count();
    const double load_n = 1.5 * gravity_mps2 * std::max(c.load_gravity[0], c.load_gravity[2]);
    const double for_wheel = bearable / (step_s * c.inverse_wheel_inertia * square(c.radius) *
                                         c.tyre.x.stiffness * load_n);
    c.damping_x = for_mass(c.tyre.x.stiffness, c.inverse_relaxation_x);
    if (solver.integrator == Integrator::rk4) c.damping_x = std::min(c.damping_x, for_wheel);
    c.damping_y = for_mass(c.tyre.y.stiffness, c.inverse_relaxation_y);
}

/// @throws std::invalid_argument: the body would fall over at standstill.
[[noreturn]] void refuse_soft_springs(const RollStatics& roll) {
    char text[160];
    std::snprintf(
        text, sizeof text,
        "suspension: springs and anti-roll bars give %.4g Nm/rad of roll stiffness, and the "
        "body needs more than %.4g to stay upright",
        roll.front_stiffness_nm + roll.rear_stiffness_nm, roll.arm_kgm * gravity_mps2);
    throw std::invalid_argument(text);
}

}  // namespace

RollStatics roll_statics(const VehicleParams& p) {
    const BodyParams& b = p.body;
    const SuspensionParams& s = p.suspension;
    RollStatics r;
    r.sprung_mass_kg = b.mass_kg - 4.0 * b.unsprung_mass_kg;
    r.front_stiffness_nm = 0.5 * s.spring_front_n_per_m * b.track_front_m * b.track_front_m +
                           s.anti_roll_front_nm_per_rad;
    r.rear_stiffness_nm =
        0.5 * s.spring_rear_n_per_m * b.track_rear_m * b.track_rear_m + s.anti_roll_rear_nm_per_rad;
    const double sprung_height =
        (b.mass_kg * b.cg_height_m - 4.0 * b.unsprung_mass_kg * p.wheel.radius_m) /
        r.sprung_mass_kg;
    const double rear_share = b.cg_to_front_axle_m / b.wheelbase_m;
    const double roll_axis =
        s.roll_centre_front_m * (1.0 - rear_share) + s.roll_centre_rear_m * rear_share;
    r.arm_kgm = r.sprung_mass_kg * (sprung_height - roll_axis);
    const double left_nm = r.front_stiffness_nm + r.rear_stiffness_nm - r.arm_kgm * gravity_mps2;
    if (!(left_nm > 0.0)) refuse_soft_springs(r);
    r.angle_per_acceleration = r.arm_kgm / left_nm;
    return r;
}

double pitch_per_acceleration(const VehicleParams& p) {
    const double a = p.body.cg_to_front_axle_m;
    const double b = p.body.wheelbase_m - a;
    const double stiffness = 2.0 * (p.suspension.spring_front_n_per_m * a * a +
                                    p.suspension.spring_rear_n_per_m * b * b);
    return -p.body.mass_kg * p.body.cg_height_m / stiffness;
}

PlanarConstants prepare_planar(const VehicleParams& p, const TyreParams& t, Tracks tracks,
                               const SolverParams& solver) {
    PlanarConstants c;
    c.mass = p.body.mass_kg;
    c.inverse_mass = 1.0 / p.body.mass_kg;
    c.inverse_yaw_inertia = 1.0 / p.body.yaw_inertia_kgm2;
    c.radius = p.wheel.radius_m;
    c.inverse_wheel_inertia = 1.0 / p.wheel.inertia_kgm2;
    c.drag = 0.5 * p.aero.air_density_kg_per_m3 * p.aero.drag_coefficient * p.aero.frontal_area_m2;
    set_geometry(p, c);
    set_loads(p, c);
    set_drive(p, c);
    set_tyre(p, t, c);
    set_slip_rates(solver, c);
    set_damping(solver, c);
    if (tracks == Tracks::single) {
        set_axles(c.wheel_y, 0.0, 0.0);
        set_axles(c.ackermann, 0.0, 0.0);
        set_axles(c.load_left, 0.0, 0.0);
    }
    return c;
}

}  // namespace plant

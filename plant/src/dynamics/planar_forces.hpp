// SPDX-License-Identifier: MIT
#pragma once

#include <plant/state.hpp>
#include "dynamics/planar_kernel.hpp"

namespace plant {
namespace {

constexpr double wheel_sides[4] = {1.0, -1.0, 1.0, -1.0};

/// Wheel loads without lateral load transfer: weight, lift and the lagged longitudinal transfer. If
/// an axle lifts off, the other axle carries the whole load.
template <class R, class W>
inline W upright_loads(const PlanarConstants& c, const PlanarState<R, W>& s,
                       const PlanarInput<R, W>& in) {
    const W raw = per_wheel<W>(c.load_gravity) * (gravity_mps2 * in.nz) +
                  per_wheel<W>(c.load_speed) * (s.vx * s.vx) +
                  per_wheel<W>(c.load_forward) * s.felt_x;
    const W zero = splat<W>(0.0);
    return maximum(maximum(raw, zero) + axles_swapped(minimum(raw, zero)), zero);
}

/// Quasi-static wheel loads. If a wheel lifts off, the other wheel of its axle carries the load of
/// the axle.
template <class R, class W>
inline W wheel_loads(const PlanarConstants& c, const PlanarState<R, W>& s,
                     const PlanarInput<R, W>& in) {
    const W raw = upright_loads(c, s, in) + per_wheel<W>(c.load_left) * s.felt_y;
    const W zero = splat<W>(0.0);
    return maximum(maximum(raw, zero) + sides_swapped(minimum(raw, zero)), zero);
}

/// The tipping moment minus the largest moment of the weight on the outer wheels; the vehicle rolls
/// over if it is positive. Source: Gillespie, Fundamentals of Vehicle Dynamics, chapter 9.
template <class R, class W>
inline R excess_tip_moment(const PlanarConstants& c, const PlanarState<R, W>& s,
                           const PlanarInput<R, W>& in) {
    return c.tip_moment * absolute(s.felt_y) -
           sum(per_wheel<W>(c.half_track) * upright_loads(c, s, in));
}

/// Speeds of the wheel centres in their frames, and sliding speeds of the rims.
/// @param swing lateral speed of all wheels relative to the centre of gravity, positive left
template <class R, class W>
inline void wheel_speeds(const PlanarConstants& c, const PlanarState<R, W>& s,
                         const PlanarInput<R, W>& in, PlanarForces<R, W>& f,
                         const R& swing = splat<R>(0.0)) {
    const W vx = s.vx - per_wheel<W>(c.wheel_y) * s.yaw_rate;
    const W vy = (s.vy + swing) + per_wheel<W>(c.wheel_x) * s.yaw_rate;
    f.centre_x = vx * in.cos_steer + vy * in.sin_steer;
    f.centre_y = vy * in.cos_steer - vx * in.sin_steer;
    f.rim_speed = c.radius * s.spin - f.centre_x;
}

/// 1 at standstill, 0 from damped_speed_mps on, with a continuous slope.
template <class W>
inline W standstill(const W& centre_x) {
    const W ratio = centre_x * (1.0 / damped_speed_mps);
    return square(maximum(1.0 - ratio * ratio, splat<W>(0.0)));
}

/// 1 when the wheel moves forward, -1 backward, with a continuous transition at crawling speed.
template <class W>
inline W rolling_direction(const W& centre_x) {
    const W ratio = centre_x * (1.0 / crawling_speed_mps);
    return minimum(maximum(ratio, splat<W>(-1.0)), splat<W>(1.0));
}

/// Drive torque of each wheel. The speed limiter reduces it to zero at the largest wheel speed.
template <class R, class W>
inline W drive_torques(const PlanarConstants& c, const PlanarState<R, W>& s, const R& drive) {
    const R shaft = absolute(sum(per_wheel<W>(c.axle_drive) * s.spin));
    const R by_power = c.max_drive_power / maximum(shaft, splat<R>(1e-3));
    const R torque = minimum(splat<R>(c.max_drive_torque), by_power);
    const R left = minimum(c.limiter_slope * (c.max_shaft_speed - shaft), splat<R>(1.0));
    return per_wheel<W>(c.drive_share) * (drive * torque * maximum(left, splat<R>(0.0)));
}

/// The same value for both wheels of an axle with a locked differential.
template <class W>
inline W shared_on_locked_axles(const PlanarConstants& c, const W& x) {
    return select(per_wheel<W>(c.locked) > splat<W>(0.0), axle_means(x), x);
}

/// Forces at a state with given wheel loads.
template <class R, class W>
inline PlanarForces<R, W> planar_forces(const PlanarConstants& c, const PlanarState<R, W>& s,
                                        const PlanarInput<R, W>& in, const PlanarHeld<W>& held,
                                        const W& load, const R& swing = splat<R>(0.0)) {
    PlanarForces<R, W> f;
    f.load = load;
    wheel_speeds(c, s, in, f, swing);
    const W damped = standstill(f.centre_x);
    f.tyre = tyre_forces(c.tyre, s.slip_x + c.damping_x * (damped * f.rim_speed),
                         s.slip_y + c.damping_y * (damped * f.centre_y), load, held.road,
                         per_wheel<W>(wheel_sides), rolling_direction(f.centre_x));
    f.body_x = f.tyre.x * in.cos_steer - f.tyre.y * in.sin_steer;
    f.body_y = f.tyre.x * in.sin_steer + f.tyre.y * in.cos_steer;
    f.net_torque = (drive_torques(c, s, in.drive) + in.torque) - c.radius * f.tyre.x;
    f.friction_torque = in.brake + c.rolling_moment * load;
    if (c.locked_differential) {
        f.net_torque = shared_on_locked_axles(c, f.net_torque);
        f.friction_torque = shared_on_locked_axles(c, f.friction_torque);
    }
    return f;
}

/// Determines the effect of dry friction until the end of a step: it brakes a rotating wheel and
/// holds a wheel at standstill as long as it suffices. The spin of a held wheel is exactly zero.
template <class R, class W>
inline WheelFriction<W> wheel_friction(const PlanarState<R, W>& s, const PlanarForces<R, W>& f) {
    const W zero = splat<W>(0.0);
    const W one = splat<W>(1.0);
    const W drive = select(s.spin == zero, f.net_torque, s.spin);
    const auto held = (s.spin == zero) & (absolute(f.net_torque) <= f.friction_torque);
    return {select(drive > zero, one, select(drive < zero, -one, zero)), select(held, zero, one)};
}

/// Rate at which the transient slips follow: at least the rolling speed, and more if a slip would
/// exceed largest_slip. Source: Pacejka, section 7.2 (single contact point model).
template <class W>
inline W convection(const W& centre_x, const W& sliding) {
    return maximum(absolute(centre_x), absolute(sliding) * (1.0 / largest_slip));
}

/// An inverse relaxation length for which the rate of a slip does not exceed the limit. Values
/// within the limit are not changed.
template <class W>
inline W not_too_fast(const PlanarConstants& c, const W& inverse, const W& follow) {
    return select(inverse * follow > splat<W>(c.slip_rate_limit), c.slip_rate_limit / follow,
                  inverse);
}

/// inverse_relaxations for tyres that slide or wheels that spin fast. Seldom needed, so not inlined
/// into each step.
template <class W>
[[gnu::noinline]] Pair<W> inverse_relaxations_of_sliding(const PlanarConstants& c, const W& slip,
                                                         const W& road, const W& follow_x,
                                                         const W& follow_y) {
    const W rate = maximum(follow_x * c.inverse_relaxation_x, follow_y * c.inverse_relaxation_y);
    const W sliding = square(slip);
    const W yielding = maximum(
        splat<W>(1.0), sliding / maximum(square(road), sliding * (rate * c.inverse_yielding_rate)));
    return {not_too_fast(c, c.inverse_relaxation_x * yielding, follow_x),
            not_too_fast(c, c.inverse_relaxation_y * yielding, follow_y)};
}

/// Both inverse relaxation lengths. They increase when the tyre slides: friction limits the
/// deflection of the carcass (Pacejka, section 7.2.3). The deflection, the integral of the
/// relaxation length over slip, stays below 4/3 of mu Fz sigma / C.
template <class R, class W>
inline Pair<W> inverse_relaxations(const PlanarConstants& c, const PlanarState<R, W>& s,
                                   const W& friction, const W& follow_x, const W& follow_y) {
    const W held_x = c.inverse_held_slip_x * s.slip_x;
    const W held_y = c.inverse_held_slip_y * s.slip_y;
    const W slip = held_x * held_x + held_y * held_y;
    const W road = square(maximum(friction, splat<W>(1e-3)));
    const W rate = maximum(c.inverse_relaxation_x * follow_x, c.inverse_relaxation_y * follow_y);
    if (any((slip > road) | (rate > splat<W>(c.slip_rate_limit)))) {
        return inverse_relaxations_of_sliding(c, slip, road, follow_x, follow_y);
    }
    return {splat<W>(c.inverse_relaxation_x), splat<W>(c.inverse_relaxation_y)};
}

/// Derivative of the pose for velocities in the plane of the road.
template <class R, class W>
inline void set_pose_rates(const RoadFrame<R>& road, const PlanarInput<R, W>& in, bool is_level,
                           const R& vx, const R& vy, const R& yaw_rate, PlanarState<R, W>& rate) {
    rate.x = road.forward_x * vx + road.left_x * vy;
    rate.y = road.forward_y * vx + road.left_y * vy;
    rate.yaw = is_level ? yaw_rate : yaw_rate * in.nz / (1.0 - road.forward_z * road.forward_z);
}

/// Time derivative of the state. Also completes the accelerations in `f`.
template <class R, class W>
[[gnu::always_inline]] inline PlanarState<R, W> planar_rates(
    const PlanarConstants& c, const PlanarState<R, W>& s, const PlanarInput<R, W>& in,
    const PlanarHeld<W>& held, const WheelFriction<W>& wf, PlanarForces<R, W>& f) {
    f.road = road_frame(s.yaw, in, held.is_level);
    const R tyres_x = sum(f.body_x) * c.inverse_mass;
    const R tyres_y = sum(f.body_y) * c.inverse_mass;
    const R drag = (c.drag * c.inverse_mass) * (s.vx * absolute(s.vx));
    f.acceleration_x = (tyres_x - drag) - gravity_mps2 * f.road.forward_z;
    f.acceleration_y = tyres_y - gravity_mps2 * f.road.left_z;
    const W moment =
        (per_wheel<W>(c.wheel_x) * f.body_y - per_wheel<W>(c.wheel_y) * f.body_x) + f.tyre.z;
    PlanarState<R, W> rate;
    set_pose_rates(f.road, in, held.is_level, s.vx, s.vy, s.yaw_rate, rate);
    rate.vx = f.acceleration_x + s.yaw_rate * s.vy;
    rate.vy = f.acceleration_y - s.yaw_rate * s.vx;
    rate.yaw_rate = sum(moment) * c.inverse_yaw_inertia;
    rate.felt_x = (tyres_x - s.felt_x) * c.inverse_load_time;
    rate.felt_y = (tyres_y - s.felt_y) * c.inverse_load_time;
    rate.spin =
        wf.turning * ((f.net_torque - wf.direction * f.friction_torque) * c.inverse_wheel_inertia);
    const W follow_x = convection(f.centre_x, f.rim_speed);
    const W follow_y = convection(f.centre_x, f.centre_y);
    const Pair<W> inverse = inverse_relaxations(c, s, in.friction, follow_x, follow_y);
    rate.slip_x = (f.rim_speed - follow_x * s.slip_x) * inverse.first;
    rate.slip_y = (f.centre_y - follow_y * s.slip_y) * inverse.second;
    return rate;
}

/// The spin of a wheel whose direction dry friction would reverse becomes zero.
template <class W>
inline W stopped_at_zero(const W& spin, const WheelFriction<W>& wf) {
    return select(spin * wf.direction < splat<W>(0.0), splat<W>(0.0), spin);
}

}  // namespace
}  // namespace plant

// SPDX-License-Identifier: MIT
#pragma once

#include "brakes/traction_kernel.hpp"

namespace plant {
namespace {

/// Yaw rate of the linear single-track model, limited by friction. Source: Rajamani, Vehicle
/// Dynamics and Control, section 8.3 (desired yaw rate and its upper bound).
template <class R, class W>
inline R reference_yaw_rate(const ControlConstants& k, const PlanarState<R, W>& s,
                            const PlanarInput<R, W>& in, const R& steer) {
    const EscParams& p = k.params.esc;
    const R linear = s.vx * steer / (k.wheelbase + p.understeer_rad_per_mps2 * (s.vx * s.vx));
    const R friction = 0.25 * sum(in.friction);
    const R most = (p.friction_share * gravity_mps2) * friction /
                   maximum(absolute(s.vx), splat<R>(p.min_speed_mps));
    return minimum(maximum(linear, -most), most);
}

/// Brakes the front wheel outside of the turn against oversteer, the rear wheel inside of it
/// against understeer; reduces the driver's braking of the front wheel on the other side. Source:
/// Rajamani, section 8.4; Bosch, Automotive Handbook (ESP).
template <class R, class W>
inline Intervention<R, W> esc(const PlanarConstants& c, const ControlConstants& k,
                              const PlanarState<R, W>& s, const PlanarInput<R, W>& in,
                              const ControlInput<R>& u, double reference_left,
                              ControlState<R, W>& state) {
    const EscParams& p = k.params.esc;
    const R zero = splat<R>(0.0);
    const R one = splat<R>(1.0);
    const W none = splat<W>(0.0);
    const R target = reference_yaw_rate(k, s, in, u.steer);
    state.reference = target - reference_left * (target - state.reference);
    const R error = s.yaw_rate - state.reference;
    const R beyond = maximum(absolute(error) - p.dead_band_radps, zero);
    const auto acts = (s.vx > splat<R>(p.min_speed_mps)) & (u.esc_on > zero) & (beyond > zero);
    state.esc_active = select(acts, one, zero);
    const R size = state.esc_active * beyond;
    const R turn = select(error > zero, size, -size);  // the wheels on the right turn it back
    const R at_front = select(error * s.yaw_rate > zero, one, zero);
    const W front = per_wheel<W>(k.front);
    const W axle = front * at_front + (1.0 - front) * (1.0 - at_front);
    const W side = -(per_wheel<W>(wheel_sides) * turn);  // positive on the side to brake
    const W torque =
        (c.radius * p.moment_nms_per_rad) * (side * per_wheel<W>(k.inverse_half_track));
    Intervention<R, W> result;
    result.brake =
        select(torque > none, axle * minimum(torque, per_wheel<W>(k.full_torque)), front * torque);
    result.throttle_share = maximum(one - p.throttle_s_per_rad * size, zero);
    return result;
}

}  // namespace
}  // namespace plant

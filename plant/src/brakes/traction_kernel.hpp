// SPDX-License-Identifier: MIT
#pragma once

#include "brakes/control_state.hpp"
#include "brakes/wheel_motion.hpp"

namespace plant {
namespace {

/// What traction control or ESC do: torques of single wheels, and the share of the throttle that
/// they leave.
template <class R, class W>
struct Intervention {
    W brake;
    R throttle_share;
};

/// Slip control of the driven wheels. The throttle follows the slower wheel of each axle, so that a
/// single spinning wheel is braked and the other one drives; and the faster one as soon as its
/// brake is fully applied. Source: Kiencke and Nielsen,
/// Automotive Control Systems, section 8.3; Bosch, Automotive Handbook (traction control).
template <class R, class W>
inline Intervention<R, W> traction(const PlanarConstants& c, const ControlConstants& k,
                                   const WheelMotion<W>& m, const ControlInput<R>& u, double h,
                                   ControlState<R, W>& state) {
    const TractionParams& p = k.params.traction;
    const R zero = splat<R>(0.0);
    const R one = splat<R>(1.0);
    const W none = splat<W>(0.0);
    const R direction = select(u.drive < zero, -one, one);
    const W sliding = (m.rim - m.centre) * direction;
    const W excess = sliding - maximum(p.slip * m.speed, splat<W>(p.slip_speed_mps));
    const W slower = minimum(excess, sides_swapped(excess));
    const W faster = maximum(excess, sides_swapped(excess)) - per_wheel<W>(k.brake_reach);
    const R spinning = sum(per_wheel<W>(c.axle_drive) * maximum(slower, faster));
    const R drives = u.traction_on * select(absolute(u.drive) > zero, one, zero);
    const R integral = state.throttle_share - (h * p.throttle_per_m) * spinning;
    state.throttle_share = select(drives > zero, minimum(maximum(integral, zero), one), one);
    const R share = state.throttle_share - p.throttle_per_mps * maximum(spinning, zero);
    Intervention<R, W> result;
    result.throttle_share = select(drives > zero, maximum(share, zero), one);
    const W driven = select(per_wheel<W>(c.axle_drive) > none, none + drives, none);
    const W more = maximum(excess, none) - maximum(slower, none);
    result.brake = driven * minimum(p.brake_nms_per_m * more, per_wheel<W>(k.full_torque));
    const R braking = sum(result.brake);
    state.traction_active = select((result.throttle_share < one) | (braking > zero), one, zero);
    return result;
}

}  // namespace
}  // namespace plant

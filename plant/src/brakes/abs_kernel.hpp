// SPDX-License-Identifier: MIT
#pragma once

#include "brakes/control_state.hpp"
#include "brakes/wheel_motion.hpp"

namespace plant {
namespace {

/// Phase of the anti-lock control of a wheel; a larger one has priority within a pair.
constexpr double build_up = 0.0;
constexpr double holding = 1.0;
constexpr double releasing = 2.0;

/// Both wheels of a pair get the larger of their values.
template <class W>
inline W larger_of_pairs(const ControlConstants& k, const W& x) {
    return select(per_wheel<W>(k.paired) > splat<W>(0.0), maximum(x, sides_swapped(x)), x);
}

/// Releases a wheel with a high slip, or one that slows down fast with more than a low slip; then
/// holds it until the slip is low again. Source: Kiencke and Nielsen, Automotive Control Systems,
/// section 8.2 (cycles of ABS).
template <class W>
inline W abs_phase(const ControlConstants& k, const WheelMotion<W>& m, const W& enabled,
                   const W& cycling) {
    const AbsParams& p = k.params.abs;
    const W low = p.slip_low * m.speed;
    const auto slides = m.lag > p.slip_high * m.speed;
    const auto locks = (m.lag > low) & (m.deceleration > splat<W>(p.deceleration_mps2));
    const auto waits = (m.lag > low) & (cycling > splat<W>(0.0));
    const W phase = select(slides | locks, splat<W>(releasing),
                           select(waits, splat<W>(holding), splat<W>(build_up)));
    return larger_of_pairs(k, enabled * phase);
}

/// The torque of the front wheels is limited to that of the other one and a difference, as long as
/// ABS controls that one: this limits the yaw moment on split friction.
template <class W>
inline W limited_difference(const ControlConstants& k, const W& torque, const W& before,
                            const W& cycling) {
    const auto limited = per_wheel<W>(k.front) * sides_swapped(cycling) > splat<W>(0.0);
    const W most =
        sides_swapped(before) + k.params.abs.front_difference * per_wheel<W>(k.full_torque);
    return select(limited, minimum(torque, most), torque);
}

/// The torque of each wheel after a step of h seconds; `free` is that without ABS.
/// @param wanted torque that the driver, traction control or ESC ask for
/// @param enabled 1 where ABS may act
template <class R, class W>
inline W abs_torque(const ControlConstants& k, const WheelMotion<W>& m, const W& wanted,
                    const W& free, const W& enabled, double h, ControlState<R, W>& state) {
    const AbsParams& p = k.params.abs;
    const W zero = splat<W>(0.0);
    const W one = splat<W>(1.0);
    const W phase = abs_phase(k, m, enabled, state.cycling);
    const auto begins = phase == splat<W>(releasing);
    const auto goes_on = (enabled * state.cycling > zero) & (state.torque < wanted);
    state.cycling = larger_of_pairs(k, select(begins | goes_on, one, zero));
    const W step = h * per_wheel<W>(k.full_torque);
    const W released = maximum(state.torque - p.release_per_s * step, zero);
    const W built = state.torque + p.build_up_per_s * step;
    const W controlled =
        select(begins, released, select(phase == splat<W>(holding), state.torque, built));
    const W torque = select(state.cycling > zero, minimum(controlled, free), free);
    return limited_difference(k, torque, state.torque, state.cycling);
}

}  // namespace
}  // namespace plant

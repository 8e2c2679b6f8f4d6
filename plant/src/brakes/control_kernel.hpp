// SPDX-License-Identifier: MIT
#pragma once

#include "brakes/abs_kernel.hpp"
#include "brakes/esc_kernel.hpp"

namespace plant {
namespace {

/// What first-order lags leave of a difference after a step, prepared once for several steps.
struct ControlHeld {
    double h;
    double build_up, release;  ///< of the brakes
    double reference;          ///< of ESC
};

inline double left_by_lag(bool enabled, double time_constant_s, double h) {
    return enabled && time_constant_s > 0.0 ? exponential(-h / time_constant_s) : 0.0;
}

inline ControlHeld hold_control(const ControlConstants& k, double h) {
    const BrakeControlParams& p = k.params;
    return {h, left_by_lag(p.lag.enabled, p.lag.build_up_s, h),
            left_by_lag(p.lag.enabled, p.lag.release_s, h), left_by_lag(true, p.esc.lag_s, h)};
}

/// Torques of the pedal after the proportioning valve.
template <class R, class W>
inline W pedal_torques(const ControlConstants& k, const R& brake) {
    const double knee = k.params.valve.knee;
    const R open = minimum(brake, splat<R>(knee));
    return per_wheel<W>(k.full_torque) * (per_wheel<W>(k.valve_slope) * (brake - open) + open);
}

/// Determines the brakes and the drive of a step from the state before it. Source of the lag:
/// Rajamani, Vehicle Dynamics and Control, section 4.3.
template <class R, class W>
inline void control(const PlanarConstants& c, const ControlConstants& k, const ControlHeld& held,
                    const PlanarState<R, W>& s, const ControlInput<R>& u, PlanarInput<R, W>& in,
                    ControlState<R, W>& state) {
    const BrakeControlParams& p = k.params;
    const W zero = splat<W>(0.0);
    const WheelMotion<W> motion = wheel_motion(c, s, in, state.rim, held.h);
    W added = zero;
    R throttle_share = splat<R>(1.0);
    if (p.traction.enabled) {
        const Intervention<R, W> by = traction(c, k, motion, u, held.h, state);
        added = by.brake;
        throttle_share = by.throttle_share;
    }
    if (p.esc.enabled) {
        const Intervention<R, W> by = esc(c, k, s, in, u, held.reference, state);
        added = added + by.brake;
        throttle_share = minimum(throttle_share, by.throttle_share);
    }
    const W wanted = maximum(pedal_torques<R, W>(k, u.brake) + added, zero);
    const W missing = wanted - state.torque;
    const W left = select(missing > zero, splat<W>(held.build_up), splat<W>(held.release));
    W torque = wanted - left * missing;
    if (p.abs.enabled) {
        const W switched = select(added > zero, splat<W>(1.0), zero + u.abs_on);
        const W enabled = select(motion.speed > splat<W>(p.abs.min_speed_mps), switched, zero);
        torque = abs_torque(k, motion, wanted, torque, enabled, held.h, state);
    }
    state.torque = torque;
    state.rim = motion.rim;
    in.brake = torque + per_wheel<W>(k.hand_torque) * u.handbrake;
    in.drive = u.drive * throttle_share;
}

}  // namespace
}  // namespace plant

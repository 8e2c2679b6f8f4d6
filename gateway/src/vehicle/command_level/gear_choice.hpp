// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/vehicle_state.hpp>
#include "pedals.hpp"

#include <cmath>

namespace gateway {

/// The gear for a velocity: the direction of the velocity, or PARK or NEUTRAL if requested. A
/// velocity of 0 keeps the direction of the present gear.
/// @param asked the requested gear
/// @param present the vehicle's gear
inline Gear gear_for(double velocity_mps, Gear asked, Gear present) noexcept {
    if (asked == Gear::park || asked == Gear::neutral) return asked;
    const bool is_backwards = velocity_mps < 0 || (velocity_mps == 0 && present == Gear::reverse);
    if (is_backwards) return Gear::reverse;
    return asked == Gear::low ? Gear::low : Gear::drive;
}

/// Whether shifting is possible at that velocity: between forward gears always, else at a
/// standstill.
inline bool may_shift(Gear from, Gear to, double velocity_mps) noexcept {
    const auto is_forwards = [](Gear gear) { return gear == Gear::drive || gear == Gear::low; };
    return (is_forwards(from) && is_forwards(to)) || std::abs(velocity_mps) < standstill_mps;
}

}  // namespace gateway

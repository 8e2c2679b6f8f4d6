// SPDX-License-Identifier: MIT
#pragma once

#include "velocity_controller.hpp"

#include <gateway/base/command.hpp>

namespace gateway {

/// Below this speed a vehicle counts as at a standstill.
constexpr double standstill_mps = 0.1;

/// Deceleration without pedals at a speed in the direction of the gear. At a standstill it is 0
/// unless the vehicle is to move.
double resistance_mps2(const PedalResponse& response, double speed_mps, bool is_to_move) noexcept;

/// The accelerations that the pedals can produce at that speed.
AccelerationRange range_of(const PedalResponse& response, double speed_mps) noexcept;

/// The one pedal that produces that acceleration; both values are positive in the direction of the
/// gear. An acceleration out of range is limited.
PedalCommand pedals_for(const PedalResponse& response, double accel_mps2,
                        double speed_mps) noexcept;

}  // namespace gateway

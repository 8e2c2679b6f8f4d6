// SPDX-License-Identifier: MIT
#pragma once

#include "velocity_controller.hpp"

#include <gateway/base/command.hpp>

namespace gateway {

/// Below this a vehicle counts as standing.
constexpr double standstill_mps = 0.1;

/// What slows a vehicle down by itself, at a speed along the way it is in gear for. A vehicle that
/// stands is slowed down only where it is to move.
double resistance_mps2(const PedalResponse& response, double speed_mps, bool is_to_move) noexcept;

/// What the pedals can do at that speed.
AccelerationRange range_of(const PedalResponse& response, double speed_mps) noexcept;

/// The one pedal that gives that acceleration, both positive the way the vehicle is in gear for.
/// What is out of range is taken at its limit.
PedalCommand pedals_for(const PedalResponse& response, double accel_mps2,
                        double speed_mps) noexcept;

}  // namespace gateway

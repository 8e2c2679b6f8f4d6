// SPDX-License-Identifier: MIT
#pragma once

#include "command_level/level_conversion_config.hpp"

#include <gateway/base/command.hpp>

/// Pedals for an FMU that has none.
namespace gateway {

/// The acceleration along the body that pedals cause. It slows the vehicle to a standstill, and
/// not backwards.
/// @param speed_mps along the body
double acceleration_of(const PedalCommand& pedals, plant::Gear gear, const PedalResponse& response,
                       double speed_mps) noexcept;

/// The torque of each wheel that pedals cause, a quarter of the vehicle's.
/// @param drive_nm, brake_nm of the vehicle at full pedals
double wheel_torque_of(const PedalCommand& pedals, plant::Gear gear, double drive_nm,
                       double brake_nm, double speed_mps) noexcept;

}  // namespace gateway

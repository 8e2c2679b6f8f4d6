// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include "messages/vehicle_interface.hpp"

/// Commands of the vehicle interface as those of the gateway. Stamps are not read: a command counts
/// from when it comes.
namespace gateway::ros2 {

/// @name @throws std::runtime_error that says what is wrong with the message
/// @{
void check_values(const messages::RawControlCommand& message);
void check_values(const messages::VehicleControlCommand& message);
void check_values(const messages::HighLevelControlCommand& message);
void check_values(const messages::VehicleStateCommand& message);
/// @}

/// @name Of a message that was checked
/// @{
RawCommand control_of(const messages::RawControlCommand& message) noexcept;
AccelerationCommand control_of(const messages::VehicleControlCommand& message) noexcept;
CurvatureCommand control_of(const messages::HighLevelControlCommand& message) noexcept;
VehicleStateCommand state_of(const messages::VehicleStateCommand& message) noexcept;
/// @}

}  // namespace gateway::ros2

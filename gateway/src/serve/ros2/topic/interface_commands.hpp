// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include "messages/vehicle_interface.hpp"

/// Conversion of the vehicle interface's commands to those of the gateway. Stamps are not used: a
/// command is valid from its reception.
namespace gateway::ros2 {

/// @name Checks. @throws std::runtime_error with the reason if the message is invalid
/// @{
void check_values(const messages::RawControlCommand& message);
void check_values(const messages::VehicleControlCommand& message);
void check_values(const messages::HighLevelControlCommand& message);
void check_values(const messages::VehicleStateCommand& message);
/// @}

/// @name Conversions of checked messages
/// @{
RawCommand control_of(const messages::RawControlCommand& message) noexcept;
AccelerationCommand control_of(const messages::VehicleControlCommand& message) noexcept;
CurvatureCommand control_of(const messages::HighLevelControlCommand& message) noexcept;
VehicleStateCommand state_of(const messages::VehicleStateCommand& message) noexcept;
/// @}

}  // namespace gateway::ros2

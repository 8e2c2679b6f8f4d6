// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "mcap/vehicle_messages.hpp"
#include "messages/autoware_control.hpp"
#include "messages/autoware_vehicle.hpp"

#include <ddc/recording/common_messages.hpp>

/// Conversion of a vehicle's feedback to the messages of Autoware's simple planning simulator
/// (autoware.universe 0.43).
namespace gateway::ros2 {

/// The point on the road below the middle of the rear axle.
inline constexpr const char* base_frame = "base_link";

/// Position of base_link relative to the centre of gravity at rest.
struct BaseLink {
    double behind_m = 0;
    double below_m = 0;
};

/// Motion of base_link.
struct BaseMotion {
    ddc::recording::Pose pose;    ///< in the map
    ddc::recording::Twist twist;  ///< in its own frame
    ddc::recording::Accel accel;  ///< the linear one is at the centre of gravity
};

BaseMotion motion_of(const Feedback& feedback, const BaseLink& base);

/// @name Codes of Autoware; 1 if unknown
/// @{
std::uint8_t mode_code(DrivingMode mode) noexcept;
std::uint8_t indicator_code(Blinker blinker) noexcept;
std::uint8_t hazard_code(Blinker blinker) noexcept;
/// @}

}  // namespace gateway::ros2

// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "mcap/vehicle_messages.hpp"
#include "messages/autoware_control.hpp"
#include "messages/autoware_vehicle.hpp"

#include <ddc/recording/common_messages.hpp>

/// A vehicle in the messages with which Autoware's simple planning simulator shows one
/// (autoware.universe 0.43).
namespace gateway::ros2 {

/// The point on the road below the middle of the rear axle.
inline constexpr const char* base_frame = "base_link";

/// Where base_link is, as seen from the centre of gravity at rest.
struct BaseLink {
    double behind_m = 0;
    double below_m = 0;
};

/// How base_link moves.
struct BaseMotion {
    ddc::recording::Pose pose;    ///< in the map
    ddc::recording::Twist twist;  ///< in its own frame
    ddc::recording::Accel accel;  ///< the linear one is that of the centre of gravity
};

BaseMotion motion_of(const Feedback& feedback, const BaseLink& base);

/// @name Codes of Autoware, 1 for what is not known
/// @{
std::uint8_t mode_code(DrivingMode mode) noexcept;
std::uint8_t indicator_code(Blinker blinker) noexcept;
std::uint8_t hazard_code(Blinker blinker) noexcept;
/// @}

}  // namespace gateway::ros2

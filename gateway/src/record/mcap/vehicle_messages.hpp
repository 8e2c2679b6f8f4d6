// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "messages/run_messages.hpp"

#include <ddc/recording/common_messages.hpp>

#include <string>

namespace gateway {

/// Frames of a recording: the world, and the centre of gravity of the vehicle; with several
/// vehicles the latter is `NAME/cog`.
inline constexpr const char* map_frame = "map";
inline constexpr const char* vehicle_frame = "cog";

ddc::recording::Vector3 vector_of(const Eigen::Vector3d& v);
/// The quaternion of roll, pitch and yaw, in the order ZYX.
ddc::recording::Quaternion quaternion_of(const plant::State& state);

/// @name Fill a message; they do not allocate if it was filled before
/// @{
void fill(ddc::recording::Odometry& message, SimTime now, const Feedback& feedback,
          const std::string& frame);
/// The same pose as a transform.
void fill(ddc::recording::TFMessage& message, const ddc::recording::Odometry& odometry);
void fill(messages::VehicleState& message, SimTime now, const Feedback& feedback);
void fill(messages::Command& message, SimTime now, const Command& command, bool is_failsafe);
/// @}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include <gateway/protocol/vds1/codec.hpp>

#include <optional>

namespace gateway::vds1 {

/// Converts the output of a tick to a STATE: the true values, and the sensors' readings in the
/// measured fields. Its timestamp is simulated time.
/// @param output of the vehicle
/// @param header version, sequence and vehicle_id of the STATE
State to_state(const plant::Output& output, Header header);

/// Converts a STATE to a vehicle's output. Readings that the packet does not have (GNSS velocity,
/// wheel speeds, ...) are the true values. Values that VDS1 does not have (friction, suspension
/// velocity, slip at the peak) are zero, and so is the time if the timestamp is no valid simulated
/// time.
plant::Output to_output(const State& state);

/// Converts a command to a CMD. Without a state in the command, the gear is drive. Precondition:
/// the level of the command is `pedals`.
Cmd to_cmd(const Command& command, Header header) noexcept;

/// Converts a CMD to a command. Values are not limited. An auxiliary target that is not finite
/// becomes NaN (no target).
/// @return nothing if another value is not finite or the gear is none of -1, 0, 1: such a CMD must
///         not reach a vehicle
std::optional<Command> to_command(const Cmd& cmd);

}  // namespace gateway::vds1

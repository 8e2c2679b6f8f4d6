// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include <gateway/protocol/vds1/codec.hpp>

#include <optional>

namespace gateway::vds1 {

/// What a tick produced as a STATE: the truth, and the sensors' readings in the measured fields;
/// the timestamp is simulated time. @param header version, sequence and vehicle
State to_state(const plant::Output& output, Header header);

/// A STATE as a vehicle's output. Readings that are not on the wire (GNSS velocity, wheel speeds,
/// ...) are the truth; what VDS1 does not know (friction, suspension velocity, slip at the peak) is
/// zero, and so is a timestamp that is no simulated time.
plant::Output to_output(const State& state);

/// Without a state in the command the gear is drive. Precondition: its level is pedals.
Cmd to_cmd(const Command& command, Header header) noexcept;

/// A CMD as a command, as it was sent: nothing is clamped. An auxiliary target that is not finite
/// is none. @return nothing if another value is not finite or the gear is none of -1, 0, 1: such a
/// CMD must not reach a vehicle
std::optional<Command> to_command(const Cmd& cmd);

}  // namespace gateway::vds1

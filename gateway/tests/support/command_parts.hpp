// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>

namespace gateway::tests {

/// The payload of a command at that level, with a state if requested; throws otherwise, which fails
/// the test.
inline const PedalCommand& pedals_of(const Command& command) {
    return std::get<PedalCommand>(command.control);
}
inline const ActuationCommand& actuation_of(const Command& command) {
    return std::get<ActuationCommand>(command.control);
}
inline const VehicleStateCommand& state_command_of(const Command& command) {
    return command.state.value();
}

}  // namespace gateway::tests

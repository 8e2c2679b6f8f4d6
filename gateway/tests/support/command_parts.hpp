// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>

namespace gateway::tests {

/// Of a command at that level, with a state where that is asked for; the test fails by an
/// exception otherwise.
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

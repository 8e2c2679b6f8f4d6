// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/rules.hpp"

namespace gateway::vehicle_interface {

/// Removes undefined codes from a state command. @return whether there was one
inline bool remove_unknown_codes(VehicleStateCommand& state) noexcept {
    bool was_clean = true;
    const auto check = [&was_clean](auto& code, bool is_good) {
        if (is_good) return;
        code = {};
        was_clean = false;
    };
    check(state.headlight, is_known(state.headlight));
    check(state.blinker, is_known(state.blinker));
    check(state.wiper, is_known(state.wiper));
    check(state.gear, is_known(state.gear));
    check(state.mode, is_request(state.mode));
    return !was_clean;
}

inline Outcome check_codes(Commands& commands) noexcept {
    if (!commands.state || !remove_unknown_codes(*commands.state)) return no_action;
    return action(Report::bad_state);
}

}  // namespace gateway::vehicle_interface

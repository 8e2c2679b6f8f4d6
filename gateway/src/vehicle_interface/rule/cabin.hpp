// SPDX-License-Identifier: MIT
#pragma once

#include "../safety_config.hpp"

namespace gateway::vehicle_interface {

/// What is not known counts as secured where the rule only warns.
inline bool is_secured(const Cabin& cabin, const VehicleStateReport& report,
                       RuleMode mode) noexcept {
    const auto is_good = [mode](Secured part) {
        return part == Secured::yes || (part == Secured::unknown && mode == RuleMode::warn);
    };
    return is_good(cabin.doors) && is_good(cabin.belts) && !report.hand_brake;
}

/// Refuses to start automation while doors, belts or hand brake say that the cabin is not secured.
inline Outcome refuse_automation(Commands& commands, bool is_cabin_secured) noexcept {
    if (!commands.state || commands.state->mode != DrivingMode::autonomous) return no_action;
    if (is_cabin_secured) return no_action;
    commands.state->mode = DrivingMode::no_command;
    return action(Report::cabin_not_secured);
}

}  // namespace gateway::vehicle_interface

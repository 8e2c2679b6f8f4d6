// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/rules.hpp"

namespace gateway::vehicle_interface {

constexpr bool is_running(Wiper wiper) noexcept {
    return wiper == Wiper::low || wiper == Wiper::high || wiper == Wiper::clean;
}
constexpr bool is_lit(Headlight headlight) noexcept {
    return headlight == Headlight::on || headlight == Headlight::high;
}

/// Headlights are on while wipers run. For a field without a request, the last command (`held`) and
/// the vehicle's report count: wipers run if either is running; headlights are on only if they are
/// reported on and were not commanded off.
inline Outcome light_while_wiping(Commands& commands, const VehicleStateCommand& held,
                                  const VehicleStateReport& report) noexcept {
    const VehicleStateCommand wanted = commands.state.value_or(VehicleStateCommand{});
    const bool wipes = wanted.wiper == Wiper::no_command
                           ? is_running(held.wiper) || is_running(report.wiper)
                           : is_running(wanted.wiper);
    const bool stays_lit = is_lit(report.headlight) && held.headlight != Headlight::off;
    const bool shines =
        wanted.headlight == Headlight::no_command ? stays_lit : is_lit(wanted.headlight);
    if (!wipes || shines) return no_action;
    commands.demand_state().headlight = Headlight::on;
    return action(Report::wipers_on_headlights_on);
}

}  // namespace gateway::vehicle_interface

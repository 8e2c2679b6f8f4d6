// SPDX-License-Identifier: MIT
#pragma once

#include "messages.hpp"
#include "reports.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gateway::vehicle_interface {

/// The rules, in the order in which they act; each is a file of its own in rule/.
enum class Rule : std::uint8_t {
    platform_report,
    report_oscillation,
    transition,
    finite,
    codes,
    unsupported,
    limits,
    oscillation,
    rate,
    brake_over_throttle,
    headlights,
    automatic_gear,
    gear_at_speed,
    park_at_speed,
    cabin,
    manual,
    command_timeout,
};
constexpr std::size_t rule_count = 17;

/// As a configuration has it: "gear_at_speed".
const char* name_of(Rule rule) noexcept;

using Rules = EnumSet<Rule>;

/// The name of the first rule in a set that has one.
const char* first_name(Rules rules) noexcept;

enum class RuleMode : std::uint8_t {
    off,      ///< does not look
    warn,     ///< looks, reports and counts, and leaves the command as it is
    enforce,  ///< changes the command as well
};

/// What one rule has done.
struct RuleRecord {
    std::uint64_t count = 0;
    Stamp first{0};  ///< of the first and the last command or report that it acted on
    Stamp last{0};

    void note(Stamp stamp) noexcept {
        if (count++ == 0) first = stamp;
        last = stamp;
    }
};

/// A control command, and the state command that goes with it.
struct Commands {
    VehicleControlCommand control;
    std::optional<VehicleStateCommand> state;

    /// The state command, which there is from then on.
    VehicleStateCommand& demand_state() noexcept {
        if (!state) state.emplace().stamp = control.stamp;
        return *state;
    }
};

/// What a rule made of a command.
struct Outcome {
    bool has_acted = false;
    Reports reports;
};

constexpr Outcome no_action{};

inline Outcome action(Reports reports = {}) noexcept {
    return {true, reports};
}

/// What goes to the vehicle: nothing of either kind, one or both.
struct SafeCommands {
    std::optional<VehicleControlCommand> control;
    std::optional<VehicleStateCommand> state;
    Reports reports;
};

}  // namespace gateway::vehicle_interface

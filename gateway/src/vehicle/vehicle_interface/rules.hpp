// SPDX-License-Identifier: MIT
#pragma once

#include "messages.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gateway::vehicle_interface {

/// A set of values of an enumeration with numbers from 0 to 31.
template <class Enum>
class EnumSet {
  public:
    constexpr EnumSet() = default;
    constexpr EnumSet(Enum value) noexcept : bits_(1U << static_cast<unsigned>(value)) {}

    constexpr EnumSet& operator|=(EnumSet other) noexcept {
        bits_ |= other.bits_;
        return *this;
    }
    constexpr bool has(Enum value) const noexcept { return (bits_ & EnumSet(value).bits_) != 0; }
    constexpr bool empty() const noexcept { return bits_ == 0; }
    /// Bit i represents the value with number i.
    constexpr std::uint32_t mask() const noexcept { return bits_; }

  private:
    std::uint32_t bits_ = 0;
};

/// Reports of rules. The first nine have the numbers of the public interface, which declares 4 to 7
/// but never uses them.
enum class Report : std::uint8_t {
    clamp_past_threshold,
    bad_state,
    wipers_on_headlights_on,
    remove_gear_command,
    high_frequency_acceleration_command,
    high_frequency_steer_command,
    high_frequency_velocity_report,
    high_frequency_steer_report,
    state_transition_timeout,
    non_finite_command,
    command_timeout,
    cabin_not_secured,
    unsupported_field,
    bad_report,
    manual_control,
    rate_limited,
    brake_over_throttle,
};
constexpr std::size_t report_count = 17;

/// The name in recordings, such as "CLAMP_PAST_THRESHOLD".
const char* name_of(Report report) noexcept;

using Reports = EnumSet<Report>;

/// The rules, in the order of their use. Each one has a file in rule/.
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

/// The name in configurations, such as "gear_at_speed".
const char* name_of(Rule rule) noexcept;

using Rules = EnumSet<Rule>;

/// The name of the first rule in a set. Precondition: the set is not empty.
const char* first_name(Rules rules) noexcept;

/// What a rule does.
enum class RuleMode : std::uint8_t {
    off,      ///< nothing
    warn,     ///< checks, reports and counts, without changing the command
    enforce,  ///< changes the command too
};

/// The actions of one rule.
struct RuleRecord {
    std::uint64_t count = 0;
    Stamp first{0};  ///< stamp of the first command or report on which it acted; `last` of the last
    Stamp last{0};

    void note(Stamp stamp) noexcept {
        if (count++ == 0) first = stamp;
        last = stamp;
    }
};

/// A control command and its state command.
struct Commands {
    VehicleControlCommand control;
    std::optional<VehicleStateCommand> state;

    /// The state command, added if there was none.
    VehicleStateCommand& demand_state() noexcept {
        if (!state) state.emplace().stamp = control.stamp;
        return *state;
    }
};

/// The effect of a rule on a command.
struct Outcome {
    bool has_acted = false;
    Reports reports;
};

constexpr Outcome no_action{};

inline Outcome action(Reports reports = {}) noexcept {
    return {true, reports};
}

/// The commands for the vehicle: none, either or both.
struct SafeCommands {
    std::optional<VehicleControlCommand> control;
    std::optional<VehicleStateCommand> state;
    Reports reports;
};

}  // namespace gateway::vehicle_interface

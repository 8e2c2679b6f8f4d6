// SPDX-License-Identifier: MIT
#pragma once

#include "messages.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gateway::vehicle_interface {

/// A set of values of an enumeration that counts from 0 to 31 at most.
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
    /// Bit i is the value with number i.
    constexpr std::uint32_t mask() const noexcept { return bits_; }

  private:
    std::uint32_t bits_ = 0;
};

/// What a rule has to say. The first nine have the numbers of the public interface, which declares
/// 4 to 7 and never gives them.
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

/// As recordings have it: "CLAMP_PAST_THRESHOLD".
const char* name_of(Report report) noexcept;

using Reports = EnumSet<Report>;

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

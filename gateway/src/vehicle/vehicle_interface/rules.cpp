// SPDX-License-Identifier: MIT
#include "rules.hpp"

#include <iterator>

namespace gateway::vehicle_interface {
namespace {

constexpr const char* rule_names[] = {
    "platform_report",
    "report_oscillation",
    "transition",
    "finite",
    "codes",
    "unsupported",
    "limits",
    "oscillation",
    "rate",
    "brake_over_throttle",
    "headlights",
    "automatic_gear",
    "gear_at_speed",
    "park_at_speed",
    "cabin",
    "manual",
    "command_timeout",
};
static_assert(std::size(rule_names) == rule_count);

constexpr const char* report_names[] = {
    "CLAMP_PAST_THRESHOLD",
    "BAD_STATE",
    "WIPERS_ON_HEADLIGHTS_ON",
    "REMOVE_GEAR_COMMAND",
    "HIGH_FREQUENCY_ACCELERATION_COMMAND",
    "HIGH_FREQUENCY_STEER_COMMAND",
    "HIGH_FREQUENCY_VELOCITY_REPORT",
    "HIGH_FREQUENCY_STEER_REPORT",
    "STATE_TRANSITION_TIMEOUT",
    "NON_FINITE_COMMAND",
    "COMMAND_TIMEOUT",
    "CABIN_NOT_SECURED",
    "UNSUPPORTED_FIELD",
    "BAD_REPORT",
    "MANUAL_CONTROL",
    "RATE_LIMITED",
    "BRAKE_OVER_THROTTLE",
};
static_assert(std::size(report_names) == report_count);

}  // namespace

const char* name_of(Report report) noexcept {
    return report_names[static_cast<std::size_t>(report)];
}

const char* name_of(Rule rule) noexcept {
    return rule_names[static_cast<std::size_t>(rule)];
}

const char* first_name(Rules rules) noexcept {
    std::size_t i = 0;
    while (i + 1 < rule_count && !rules.has(static_cast<Rule>(i))) ++i;
    return rule_names[i];
}

}  // namespace gateway::vehicle_interface

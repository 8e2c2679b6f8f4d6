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

}  // namespace

const char* name_of(Rule rule) noexcept {
    return rule_names[static_cast<std::size_t>(rule)];
}

const char* first_name(Rules rules) noexcept {
    std::size_t i = 0;
    while (i + 1 < rule_count && !rules.has(static_cast<Rule>(i))) ++i;
    return rule_names[i];
}

}  // namespace gateway::vehicle_interface

// SPDX-License-Identifier: MIT
#include "rules.hpp"

#include <iterator>

namespace gateway::vehicle_interface {
namespace {

constexpr const char* names[] = {
    "platform_report", "transition",  "finite",     "codes",           "unsupported",
    "limits",          "oscillation", "headlights", "automatic_gear",  "gear_at_speed",
    "park_at_speed",   "cabin",       "manual",     "command_timeout",
};
static_assert(std::size(names) == rule_count);

}  // namespace

const char* name_of(Rule rule) noexcept {
    return names[static_cast<std::size_t>(rule)];
}

}  // namespace gateway::vehicle_interface

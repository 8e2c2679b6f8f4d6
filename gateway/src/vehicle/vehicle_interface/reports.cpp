// SPDX-License-Identifier: MIT
#include "reports.hpp"

#include <iterator>

namespace gateway::vehicle_interface {
namespace {

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

}  // namespace gateway::vehicle_interface

// SPDX-License-Identifier: MIT
#pragma once

#include "enum_set.hpp"

#include <cstddef>
#include <cstdint>

namespace gateway::vehicle_interface {

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

}  // namespace gateway::vehicle_interface

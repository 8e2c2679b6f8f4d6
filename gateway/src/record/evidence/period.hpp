// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/profile.hpp>
#include <gateway/base/time.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace gateway {

/// A duration that is measured in each period of a realtime run.
enum class Measure {
    lateness,        ///< of the period's begin after its deadline
    answer,          ///< from writing the inputs to the program's outputs, with `send: on_output`
    output_age,      ///< of the outputs that were used
    state_age,       ///< of the STATE that was used, since it arrived
    round_trip,      ///< from sending a command to the STATE that reports it as applied
    command_to_act,  ///< from reading the outputs until the vehicle had the command
};
constexpr std::size_t measure_count = 6;

/// The key in a summary, a literal.
constexpr const char* key_of(Measure measure) {
    constexpr const char* keys[measure_count] = {"lateness_us",   "answer_us",
                                                 "output_age_us", "state_age_us",
                                                 "round_trip_us", "command_to_act_us"};
    return keys[static_cast<std::size_t>(measure)];
}

/// One period of a realtime run. A value that was not measured is NaN.
struct Period {
    SimTime at{0};            ///< simulated time at its begin
    SteadyTime began{};       ///< the same on the clock
    bool is_overrun = false;  ///< it began a whole period late, or later
    std::array<float, measure_count> values_us{};
    std::array<float, phase_count> phases_us{};

    Period() { values_us.fill(std::numeric_limits<float>::quiet_NaN()); }
    float& operator[](Measure measure) { return values_us[static_cast<std::size_t>(measure)]; }
    float operator[](Measure measure) const { return values_us[static_cast<std::size_t>(measure)]; }
    /// The value; nothing if it was not measured.
    std::optional<std::chrono::nanoseconds> value(Measure measure) const {
        const float us = (*this)[measure];
        if (std::isnan(us)) return std::nullopt;
        return std::chrono::nanoseconds(std::llround(static_cast<double>(us) * 1e3));
    }
    float lateness_us() const { return (*this)[Measure::lateness]; }
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include <plant/number_text.hpp>

/// Limits of numbers, the same in files and on the command line.
namespace gateway::limits {

using plant::Range;

constexpr Range duration_s{1e-3, 1e9};  ///< simulated time of a run; 31 years fit its nanoseconds
constexpr Range time_scale{0.01, 100};  ///< simulated seconds per second on the clock
constexpr Range steps{1, 1e9};          ///< of a paused run, in one request
constexpr Range patience_s{1e-3, 1e6};  ///< time-outs of replies and reports
constexpr Range tick_rate_hz{1, 10'000};
constexpr Range cmd_timeout_s{1e-3, 1e3};
constexpr Range speed_mps{-100, 100};
constexpr Range place_m{-1e9, 1e9};
constexpr Range port{1, 65535};
constexpr Range own_port{0, 65535};  ///< for listening; 0 is any free port

}  // namespace gateway::limits

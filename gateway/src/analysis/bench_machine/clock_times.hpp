// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace gateway::machine {

/// What the clock of the loop can resolve.
struct ClockTimes {
    std::chrono::nanoseconds resolution{0};  ///< as the kernel reports it
    double read_ns = 0;                      ///< mean time of reading it
};

/// Measures the monotonic clock, in about a millisecond.
ClockTimes measure_clock();

}  // namespace gateway::machine

// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include "realtime/scheduling.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace gateway::machine {

/// A realtime loop without a program and a vehicle.
struct LoopSetup {
    std::chrono::nanoseconds period{10'000'000};
    std::chrono::nanoseconds duration{5'000'000'000};
    SchedulingOptions scheduling;
    std::chrono::nanoseconds spin{0};  ///< see DeadlineWaiter::set_spin()
};

/// The lateness of its periods.
struct LoopTimes {
    Histogram lateness;
    std::uint64_t overruns = 0;       ///< periods that began a whole period late, or later
    std::vector<std::string> denied;  ///< requests that the kernel has denied, with advice

    bool is_measured() const { return lateness.count() > 0; }
};

/// Runs the loop in a separate thread, whose scheduling ends with it, and waits for its end. After
/// a deadline was missed the loop continues at the next one, as with `overrun: skip`.
/// @param stop ends it early, within one period
/// @param meanwhile called every half second by the calling thread
/// @throws std::system_error if the thread or its timer cannot be created
LoopTimes measure_loop(
    const LoopSetup& setup, const std::atomic<bool>& stop,
    const std::function<void()>& meanwhile = [] {});

}  // namespace gateway::machine

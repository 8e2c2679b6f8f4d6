// SPDX-License-Identifier: MIT
#include "clock_times.hpp"

#include <time.h>

namespace gateway::machine {

ClockTimes measure_clock() {
    using Clock = std::chrono::steady_clock;
    constexpr int reads = 10'000;
    timespec resolution{};
    ::clock_getres(CLOCK_MONOTONIC, &resolution);
    const auto start = Clock::now();
    auto end = start;
    for (int i = 0; i < reads; ++i) end = Clock::now();
    return {std::chrono::seconds(resolution.tv_sec) + std::chrono::nanoseconds(resolution.tv_nsec),
            std::chrono::duration<double, std::nano>(end - start).count() / reads};
}

}  // namespace gateway::machine

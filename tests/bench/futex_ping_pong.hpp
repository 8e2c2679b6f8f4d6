// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <vector>

namespace bench {

/// Mean time of one round trip between two processes that wake each other through bare futexes
/// and do nothing else, each on a core of its own.
double futex_round_trip_us();
/// Each of `count` round trips, so far apart that both fall asleep in between, on whatever cores
/// the kernel chooses.
std::vector<double> futex_wake_round_trips_us(int count, std::chrono::milliseconds spacing);

}  // namespace bench

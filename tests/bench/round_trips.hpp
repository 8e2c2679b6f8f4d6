// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <vector>

namespace bench {

/// Mean time of one round trip between two processes that only wake each other through futexes,
/// each on its core.
double futex_round_trip_us();
/// Each of `count` round trips, so far apart that both processes sleep in between, on cores that
/// the kernel chooses.
std::vector<double> futex_wake_round_trips_us(int count, std::chrono::milliseconds spacing);
/// The same for a datagram that another process sends back.
std::vector<double> udp_echo_us(int count, std::chrono::milliseconds spacing);

}  // namespace bench

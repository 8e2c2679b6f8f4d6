// SPDX-License-Identifier: MIT
#pragma once

namespace bench {

/// Mean time of one round trip between two processes that wake each other through bare futexes
/// and do nothing else, each on a core of its own.
double futex_round_trip_us();

}  // namespace bench

// SPDX-License-Identifier: MIT
#pragma once

#include "bench.hpp"

#include <optional>

namespace bench {

/// The p99 of the lateness of our loop, alone and at 1 kHz, with that of cyclictest (package
/// rt-tests) as the baseline: the same priority, CPU, locked memory and wake-up latency, measured
/// alternately.
/// @return nothing if cyclictest is not installed, or may not set its priority
std::optional<Result> lateness_as_cyclictest();

}  // namespace bench

// SPDX-License-Identifier: MIT
#pragma once

#include <plant/state.hpp>

#include <chrono>

namespace gateway {

/// Simulated time since the start of the run, in nanoseconds. It is a separate type without now(),
/// so that it cannot be confused with a clock.
using SimTime = plant::SimDuration;

/// A time on the steady clock, the only clock that sets a pace.
using SteadyTime = std::chrono::steady_clock::time_point;

}  // namespace gateway

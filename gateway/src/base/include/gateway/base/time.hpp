// SPDX-License-Identifier: MIT
#pragma once

#include <plant/state.hpp>

#include <chrono>

namespace gateway {

/// Simulated time since the start of the run. A type of its own: it has no now().
using SimTime = plant::SimDuration;

/// A moment on the steady clock: the only clock that paces anything.
using SteadyTime = std::chrono::steady_clock::time_point;

}  // namespace gateway

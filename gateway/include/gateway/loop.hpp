// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/seams.hpp>

#include <atomic>
#include <vector>

namespace gateway {

/// The parts of one run. They outlive it.
struct Loop {
    Controller& controller;
    Vehicle& vehicle;
    Pacer& pacer;
    std::vector<Observer*> observers;
};

enum class LoopEnd {
    duration,     ///< simulated time has reached the end
    interrupted,  ///< the stop flag was set
    controller,   ///< a turn failed: controller.explain()
    vehicle,      ///< a step failed: vehicle.explain()
};

struct LoopResult {
    LoopEnd end = LoopEnd::duration;
    SimTime sim_time{0};
};

/// Runs from simulated time 0 until `duration`: turns when they are due, commands when they act,
/// and in between the vehicle's own fixed steps. Neither logs nor allocates.
LoopResult run_loop(const Loop& loop, SimTime duration, const std::atomic<bool>& stop);

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "bench_plan.hpp"
#include "clock_times.hpp"
#include "measured_loop.hpp"
#include "round_trips.hpp"

#include "output/status_line.hpp"

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace gateway::machine {

/// The lateness of one loop, on the machine as it is and with a load on every CPU.
struct LoopBench {
    LoopSetup setup;
    LoopTimes idle, loaded;
};

/// What one setting changes, measured with the shortest period.
struct Effect {
    std::string fact;  ///< the name of the fact that decides whether the setting is possible
    std::string setting;
    bool is_used = false;   ///< the loop of the plan has the setting; the other one does not
    bool has_load = false;  ///< measured with a load
    LoopTimes with, without;
};

/// All that bench-machine has measured. After an interruption the last parts are empty.
struct MachineBench {
    ClockTimes clock;
    std::vector<LoopBench> loops;  ///< in the order of the plan
    std::vector<Effect> effects;
    RoundTrips futex, udp;
    bool is_interrupted = false;
};

/// How long measure() takes, about.
std::chrono::seconds expected_duration(const BenchPlan& plan);

/// Measures all of a plan, one measurement after the other. Scheduling and memory are as before
/// afterwards.
/// @param cpus of the load
/// @param status shows the progress
/// @throws std::system_error if a thread, a process or a socket cannot be created
MachineBench measure(const BenchPlan& plan, const std::vector<int>& cpus,
                     const std::atomic<bool>& stop, StatusLine& status);

}  // namespace gateway::machine

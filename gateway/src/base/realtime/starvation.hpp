// SPDX-License-Identifier: MIT
#pragma once

#include "thread_placement.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// A realtime loop, as it is scheduled.
struct PlacedLoop {
    std::string name;  ///< "the loop", or "the loop of NAME"
    ThreadPlacement placement;
    bool is_bound = false;  ///< `cpus` is configured
    std::chrono::nanoseconds period{1};
    std::chrono::nanoseconds spin{0};  ///< after each period, and before each deadline

    /// The part of the time in which it spins: 1 if it never sleeps.
    double spinning_share() const noexcept;
};

/// A process on this machine that a loop needs.
struct PlacedPartner {
    std::string name;  ///< "the program (pid 12)"
    ThreadPlacement placement;
    bool spins = false;  ///< its waits do not sleep
    std::string advice;  ///< how to start it on CPUs; "{}" is their list
};

/// The threads of a run on one machine.
struct Placement {
    std::vector<PlacedLoop> loops;  ///< of the run
    std::size_t own = 0;            ///< index of the loop that is judged
    std::vector<PlacedPartner> partners;
    std::vector<int> cpus;  ///< that processes may use, ascending
    std::string interface;  ///< network interface of its vehicle; empty for none
    std::vector<int> interrupt_cpus;
    /// Time in a period of sched_rt_period_us for SCHED_FIFO threads; -1 for all.
    std::optional<std::int64_t> rt_runtime_us, rt_period_us;
};

/// Why the settings of a loop take CPU time from what it needs, and what to do about it; a sentence
/// each. Empty if they do not.
std::vector<std::string> starvation_warnings(const Placement& placement);

}  // namespace gateway

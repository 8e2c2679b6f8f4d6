// SPDX-License-Identifier: MIT
#pragma once

#include "machine.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// Whether a fact is as a realtime loop needs it.
enum class Rating { good, poor, unknown };

/// One property of a machine that decides about realtime.
struct Fact {
    std::string name;
    std::string found;   ///< "not available" if it cannot be read
    std::string wanted;  ///< what a realtime loop needs; empty if every value is fine
    std::string advice;  ///< how to change it; empty unless the rating is poor
    Rating rating = Rating::unknown;
};

const char* name_of(Rating rating) noexcept;

/// What a realtime loop requests.
struct LoopNeeds {
    std::vector<int> cpus;        ///< that it is bound to, ascending; empty for any
    std::optional<int> priority;  ///< SCHED_FIFO, 1 to 99
    bool spins = false;           ///< whether it waits without sleeping
    bool keeps_awake = false;     ///< whether it keeps the CPUs out of deep idle states
    std::string interface;        ///< of its vehicle; empty for none
};

/// The facts of a machine, rated for a loop.
std::vector<Fact> facts_of(const Machine& machine, const LoopNeeds& needs = {});

}  // namespace gateway

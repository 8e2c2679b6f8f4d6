// SPDX-License-Identifier: MIT
#pragma once

#include "shared_time.hpp"

namespace gateway {

/// Where one loop stands in shared time: what its pacer knows and its vehicle asks. Belongs to the
/// loop's thread.
struct Participant {
    SharedTime& time;
    std::size_t index;  ///< in `time`
    SimTime duration;   ///< of the run
    Log log;
    SimTime now{0};            ///< to which the loop has waited
    SimTime next_cycle{0};     ///< it takes none before
    SimTime act_at{0};         ///< of the last turn's command
    bool is_failsafe = false;  ///< the last turn's command is the fail-safe one

    /// Whether others' vehicles are looked at then.
    bool looks_at(SimTime at) const { return at >= next_cycle || at >= duration; }
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "shared_time.hpp"

namespace gateway {

/// The state of one loop in shared time, used by its pacer and its vehicle. Belongs to the loop's
/// thread.
struct Participant {
    SharedTime& time;
    std::size_t index;  ///< in `time`
    SimTime duration;   ///< of the run
    Log log;
    SimTime now{0};            ///< time that the loop has reached
    SimTime next_cycle{0};     ///< no cycle begins before
    SimTime act_at{0};         ///< when the last cycle's command takes effect
    bool is_failsafe = false;  ///< the last cycle's command is the fail-safe command

    /// Whether the loop needs the state of other vehicles at that time.
    bool looks_at(SimTime at) const { return at >= next_cycle || at >= duration; }
};

}  // namespace gateway

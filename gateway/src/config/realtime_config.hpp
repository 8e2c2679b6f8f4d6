// SPDX-License-Identifier: MIT
#pragma once

#include "../program/realtime_program.hpp"
#include "config_reader.hpp"

#include <gateway/realtime_runner.hpp>

#include <optional>
#include <vector>

namespace gateway {

/// How a realtime run is paced, and what it asks of the kernel.
struct RealtimeConfig {
    RealTimeOptions pace{SimTime(10'000'000), OverrunPolicy::skip, 1};
    RealtimeProgramOptions program;
    /// A period also begins when a remote vehicle's state arrives.
    bool begins_on_state = false;
    std::optional<int> priority;  ///< SCHED_FIFO, 1 to 99
    bool lock_memory = false;
    std::vector<int> cpus;
};

/// @throws ConfigError
void read_realtime(ConfigReader reader, RealtimeConfig& config);

}  // namespace gateway

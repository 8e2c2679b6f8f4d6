// SPDX-License-Identifier: MIT
#pragma once

#include "../program/realtime_program.hpp"
#include "kernel_wishes.hpp"

#include <gateway/realtime_runner.hpp>

namespace gateway {

/// How a realtime run is paced, and what it asks of the kernel.
struct RealtimeConfig {
    RealTimeOptions pace{SimTime(10'000'000), OverrunPolicy::skip, 1};
    RealtimeProgramOptions program;
    /// A period also begins when a remote vehicle's state arrives.
    bool begins_on_state = false;
    KernelWishes kernel;
};

/// Reads the section `realtime`.
void read_realtime(plant::YamlReader reader, RealtimeConfig& config);

}  // namespace gateway

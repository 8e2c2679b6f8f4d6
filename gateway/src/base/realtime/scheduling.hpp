// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// How the kernel is to schedule the thread of a realtime loop, which runs without as well.
struct SchedulingOptions {
    std::optional<int> priority;  ///< SCHED_FIFO, 1 to 99
    bool lock_memory = false;
    std::vector<int> cpus;  ///< none: any
};

/// Applies them to this thread, and logs what the kernel denies.
void apply_scheduling(const SchedulingOptions& options,
                      const std::function<void(const std::string&)>& log);

}  // namespace gateway

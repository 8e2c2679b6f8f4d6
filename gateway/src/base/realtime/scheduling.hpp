// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// Scheduling of the thread of a realtime loop. The loop also runs if they are denied.
struct SchedulingOptions {
    std::optional<int> priority;  ///< SCHED_FIFO, 1 to 99
    bool lock_memory = false;
    std::vector<int> cpus;  ///< empty for any
    /// Longest time in which a CPU may wake up; nothing for any, see DmaLatency.
    std::optional<std::chrono::microseconds> dma_latency{};
};

/// Applies priority, memory and CPUs to this thread, and logs those that the kernel denies.
void apply_scheduling(const SchedulingOptions& options,
                      const std::function<void(const std::string&)>& log);

}  // namespace gateway

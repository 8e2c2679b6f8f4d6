// SPDX-License-Identifier: MIT
#pragma once

#include "dma_latency.hpp"
#include "scheduling.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// What a loop requested of the kernel in one respect, and what is in force; texts for the user.
struct GrantedSetting {
    std::string name, requested, granted;
    std::string advice;  ///< empty unless the request was denied
};

/// "priority SCHED_FIFO 20, CPUs 1, locked memory 80 MiB, ..."; a denied request is named.
std::string text_of(const std::vector<GrantedSetting>& settings);

/// Applies the options to the thread that creates it, which should be that of the loop, and reads
/// from the kernel what is in force. The CPUs stay awake as long as this object exists.
class GrantedScheduling {
  public:
    /// @param spin how long the loop polls before it sleeps
    GrantedScheduling(const SchedulingOptions& options, std::chrono::microseconds spin);

    /// Priority, CPUs, locked memory, wake-up latency and spinning, in this order.
    const std::vector<GrantedSetting>& settings() const { return settings_; }

  private:
    std::optional<DmaLatency> dma_latency_;
    std::vector<GrantedSetting> settings_;
};

}  // namespace gateway

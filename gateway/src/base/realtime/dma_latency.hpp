// SPDX-License-Identifier: MIT
#pragma once

#include "priority.hpp"

#include "posix/descriptor.hpp"

#include <chrono>

namespace gateway {

/// Keeps every CPU out of idle states from which it would take longer to wake up, as long as this
/// object exists (/dev/cpu_dma_latency).
class DmaLatency {
  public:
    /// @param longest 0 keeps the CPUs out of all idle states
    explicit DmaLatency(std::chrono::microseconds longest);

    /// Whether the kernel has accepted it; otherwise this object has no effect.
    const Granted& granted() const { return granted_; }

  private:
    Descriptor file_;
    Granted granted_;
};

}  // namespace gateway

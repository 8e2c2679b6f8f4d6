// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gateway {

/// What the kernel made of a request. A message says what was denied, and what to do about it.
struct Granted {
    bool ok = true;
    std::string message;
};

/// Runs this thread before all ordinary ones. @param priority 1 (lowest) to 99
Granted set_fifo_priority(int priority);

/// Keeps all memory of this process, present and future, out of the swap space.
Granted lock_memory();

/// Binds this thread to these CPUs, counted from 0.
Granted set_cpu_affinity(const std::vector<int>& cpus);

}  // namespace gateway

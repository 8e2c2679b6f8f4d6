// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gateway {

/// The kernel's reply to a request. If it was denied, the message has the request and advice.
struct Granted {
    bool ok = true;
    std::string message;
};

/// Sets SCHED_FIFO for this thread. @param priority 1 (lowest) to 99
Granted set_fifo_priority(int priority);

/// Locks all present and future memory of this process in RAM.
Granted lock_memory();

/// Binds this thread to these CPUs, numbered from 0.
Granted set_cpu_affinity(const std::vector<int>& cpus);

}  // namespace gateway

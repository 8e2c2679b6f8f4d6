// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <optional>
#include <vector>

namespace gateway {

/// Where and how the kernel runs a thread.
struct ThreadPlacement {
    int priority = 0;       ///< SCHED_FIFO or SCHED_RR, 1 to 99; 0 for an ordinary one
    std::vector<int> cpus;  ///< that it may use, ascending
};

/// Reads it from the kernel. @param thread 0 for this thread, the pid of a process for its first
/// one
/// @return nothing if there is no such thread
std::optional<ThreadPlacement> placement_of(pid_t thread);

}  // namespace gateway

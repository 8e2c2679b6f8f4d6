// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <vector>

namespace gateway {

/// It has, or waits for, a core; false if there is none of that number.
bool is_running(pid_t pid);

/// All processes that descend from this one at the moment, zombies too, parents before children.
std::vector<pid_t> descendants();

}  // namespace gateway

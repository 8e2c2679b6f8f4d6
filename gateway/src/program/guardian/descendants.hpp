// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <vector>

namespace gateway {

/// Whether the process uses, or waits for, a core; false if it does not exist.
bool is_running(pid_t pid);

/// All descendants of this process at the moment, including zombies, parents before children.
std::vector<pid_t> descendants();

}  // namespace gateway

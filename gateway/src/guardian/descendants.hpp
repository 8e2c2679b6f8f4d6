// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <vector>

namespace gateway {

/// All processes that descend from this one at the moment, zombies too, parents before children.
std::vector<pid_t> descendants();

}  // namespace gateway

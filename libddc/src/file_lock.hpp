// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <string>
#include <vector>

namespace ddc {

/// A process that holds an flock on a file, from /proc/locks.
struct FlockHolder {
    int pid = 0;
    bool is_exclusive = false;
};

/// Each process once, without the caller.
std::vector<FlockHolder> flock_holders(const struct stat& file);

/// The process that holds an exclusive flock on a file: "pid 4711 (python3) of uid 1000", or "a
/// process that cannot be seen from here" if none is found.
std::string exclusive_holder(const struct stat& file);

}  // namespace ddc

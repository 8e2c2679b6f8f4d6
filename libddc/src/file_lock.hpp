// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <string>
#include <vector>

namespace ddc {

/// A process that holds an flock on a file, as /proc/locks tells it.
struct FlockHolder {
    int pid = 0;
    bool is_exclusive = false;
};

/// Each process once, other than the caller.
std::vector<FlockHolder> flock_holders(const struct stat& file);

/// Who holds an exclusive flock on a file and keeps all others out: "pid 4711 (python3) of uid
/// 1000"; "a process that cannot be seen from here" if none is found.
std::string who_keeps_out(const struct stat& file);

}  // namespace ddc

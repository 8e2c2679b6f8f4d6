// SPDX-License-Identifier: MIT
#pragma once

#include <spawn.h>
#include <unistd.h>

namespace gateway {

/// For posix_spawn: what a program that is started has open.
class SpawnFiles {
  public:
    SpawnFiles() { ::posix_spawn_file_actions_init(&actions_); }
    ~SpawnFiles() { ::posix_spawn_file_actions_destroy(&actions_); }
    SpawnFiles(const SpawnFiles&) = delete;
    SpawnFiles& operator=(const SpawnFiles&) = delete;

    /// To add to.
    posix_spawn_file_actions_t* actions() noexcept { return &actions_; }

    /// Behind all that was added: the standard streams alone, or those up to `last`. From what this
    /// process or its libraries have left open, another program could read a token or take clients.
    /// Where close_range() is refused, the C library goes through /proc/self/fd.
    const posix_spawn_file_actions_t* standard_streams_alone(int last = STDERR_FILENO) {
        ::posix_spawn_file_actions_addclosefrom_np(&actions_, last + 1);
        return &actions_;
    }

  private:
    posix_spawn_file_actions_t actions_{};
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace gateway {

/// What the kernel has counted for a thread since it began.
struct ThreadCounts {
    SteadyTime read_at{};
    std::uint64_t voluntary_switches = 0, involuntary_switches = 0;
    std::uint64_t minor_faults = 0, major_faults = 0;
    std::uint64_t run_ns = 0;   ///< on a CPU
    std::uint64_t wait_ns = 0;  ///< ready to run, without a CPU
};

/// Reads the counts of a thread of this process from another thread, so that the thread itself need
/// not make a system call.
class ThreadCountReader {
  public:
    explicit ThreadCountReader(pid_t thread);
    ~ThreadCountReader();
    ThreadCountReader(const ThreadCountReader&) = delete;
    ThreadCountReader& operator=(const ThreadCountReader&) = delete;

    /// @return nothing if the thread has ended, or the kernel does not have these counts
    std::optional<ThreadCounts> read() const;

  private:
    int stat_, status_, schedstat_;  ///< descriptors of files; -1 if a file cannot be opened
};

}  // namespace gateway

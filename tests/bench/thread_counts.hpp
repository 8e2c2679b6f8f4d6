// SPDX-License-Identifier: MIT
#pragma once

#include "../support/child.hpp"

#include <atomic>
#include <cstdint>
#include <memory>

namespace bench {

/// The number of times that this thread has locked a mutex since its start, with or without
/// waiting.
std::uint64_t locks_of_this_thread();

/// Counts the system calls of one thread of this process, which is slowed down: another process
/// traces it. Created only while there is a single thread.
class SystemCalls {
  public:
    SystemCalls();
    ~SystemCalls();
    SystemCalls(const SystemCalls&) = delete;
    SystemCalls& operator=(const SystemCalls&) = delete;

    /// Begins with the calling thread. @return false if no process may trace another
    bool watch_this_thread();
    std::uint64_t count() const;

  private:
    struct Shared;
    struct Unmap {
        void operator()(Shared* shared) const noexcept;
    };
    std::unique_ptr<Shared, Unmap> shared_;
    std::unique_ptr<tests::Child> tracer_;
};

}  // namespace bench

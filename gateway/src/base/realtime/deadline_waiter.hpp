// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>

#include <poll.h>

#include <chrono>
#include <cstddef>
#include <vector>

namespace gateway {

/// Waits for an absolute deadline on the steady clock, or for a descriptor to become readable,
/// whichever comes first. A system call a wait, one more when the deadline is a new one; while it
/// spins, one a look.
class DeadlineWaiter {
  public:
    /// @throws std::system_error if the kernel has no descriptors left
    DeadlineWaiter();
    ~DeadlineWaiter();
    DeadlineWaiter(const DeadlineWaiter&) = delete;
    DeadlineWaiter& operator=(const DeadlineWaiter&) = delete;

    /// Room for so many descriptors, so that watch() does not allocate.
    void reserve(std::size_t descriptors) { polled_.reserve(1 + descriptors); }
    /// From now on wait() looks for so long before it sleeps, and as long before its deadline: who
    /// sleeps is late by what the kernel takes to wake it.
    void set_spin(std::chrono::nanoseconds spin) { spin_ = spin; }
    /// From now on wait() ends when `descriptor` can be read. It stays the caller's.
    /// @return its index for is_readable
    std::size_t watch(int descriptor);

    /// Returns at the deadline at the latest, or when a signal arrives. With SteadyTime::max() only
    /// a descriptor or a signal ends it.
    /// @return false if a signal ended it: then it has not seen what can be read
    bool wait(SteadyTime deadline);
    /// Whether the last wait saw that descriptor readable.
    bool is_readable(std::size_t index) const noexcept { return polled_[index].revents != 0; }

  private:
    void arm(SteadyTime deadline);
    bool sleep_until(SteadyTime deadline);
    bool look_until(SteadyTime end);

    std::vector<pollfd> polled_;  ///< the timer, and the watched ones behind it
    SteadyTime armed_ = SteadyTime::max();
    std::chrono::nanoseconds spin_{0};
};

}  // namespace gateway

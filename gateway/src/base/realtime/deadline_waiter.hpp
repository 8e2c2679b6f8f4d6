// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>

#include <poll.h>

#include <chrono>
#include <cstddef>
#include <vector>

namespace gateway {

/// Waits for an absolute deadline on the steady clock or until a descriptor is readable, whichever
/// is first. A wait makes one system call, and another one if the deadline has changed; while
/// spinning, one for each poll.
class DeadlineWaiter {
  public:
    /// @throws std::system_error if no descriptor can be created
    DeadlineWaiter();
    ~DeadlineWaiter();
    DeadlineWaiter(const DeadlineWaiter&) = delete;
    DeadlineWaiter& operator=(const DeadlineWaiter&) = delete;

    /// Reserves memory for that many descriptors, so that watch() does not allocate.
    void reserve(std::size_t descriptors) { polled_.reserve(1 + descriptors); }
    /// Makes wait() poll for this time before it sleeps, and for this time before the deadline,
    /// since a sleeping thread is late by the time that the kernel needs to wake it.
    void set_spin(std::chrono::nanoseconds spin) { spin_ = spin; }
    /// Makes wait() return when `descriptor` is readable. The caller keeps ownership.
    /// @return its index for is_readable
    std::size_t watch(int descriptor);

    /// Blocks until the deadline, a readable descriptor or a signal. With SteadyTime::max() there
    /// is no deadline.
    /// @return false after a signal: then is_readable() is not updated
    bool wait(SteadyTime deadline);
    /// Whether that descriptor was readable in the last wait.
    bool is_readable(std::size_t index) const noexcept { return polled_[index].revents != 0; }

  private:
    void arm(SteadyTime deadline);
    bool sleep_until(SteadyTime deadline);
    bool poll_until(SteadyTime end);

    std::vector<pollfd> polled_;  ///< the timer, then the watched descriptors
    SteadyTime armed_ = SteadyTime::max();
    std::chrono::nanoseconds spin_{0};
};

}  // namespace gateway

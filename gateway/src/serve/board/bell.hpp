// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <atomic>

namespace gateway::data_port {

/// Loops ring it when they have shown something, and the port's thread wakes, if it has asked for
/// that. A ring makes a system call only then, once.
class Bell {
  public:
    /// @throws std::system_error if there is no descriptor for it
    Bell();

    /// @name For the port's thread
    /// @{
    /// The next ring makes descriptor() readable.
    void listen() noexcept { is_wanted_.store(true); }
    int descriptor() const noexcept { return event_.get(); }
    /// After a ring: descriptor() is no longer readable.
    void silence() noexcept;
    /// @}

    /// From any thread. It never waits, allocates or locks.
    void ring() noexcept {
        if (is_wanted_.load() && is_wanted_.exchange(false)) wake();
    }

  private:
    void wake() noexcept;

    Descriptor event_;
    std::atomic<bool> is_wanted_{false};
};

}  // namespace gateway::data_port

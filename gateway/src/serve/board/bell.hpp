// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <atomic>

namespace gateway::data_port {

/// Wakes the port's thread when a loop has published something. ring() makes one system call for
/// each arm(), and otherwise none.
class Bell {
  public:
    /// @throws std::system_error if no eventfd is available
    Bell();

    /// @name For the port's thread
    /// @{
    /// The next ring makes descriptor() readable.
    void arm() noexcept { is_armed_.store(true); }
    int descriptor() const noexcept { return event_.get(); }
    /// Makes descriptor() unreadable again, after a ring.
    void clear() noexcept;
    /// @}

    /// From any thread. Does not block, allocate or lock.
    void ring() noexcept {
        if (is_armed_.load() && is_armed_.exchange(false)) wake();
    }

  private:
    void wake() noexcept;

    Descriptor event_;
    std::atomic<bool> is_armed_{false};
};

}  // namespace gateway::data_port

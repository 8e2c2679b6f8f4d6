// SPDX-License-Identifier: MIT
#pragma once

#include "layout.hpp"

#include <ddc/table.hpp>

namespace ddc {

/// Waiting for entries to be written: spins for a moment, then blocks on the table's wake epoch.
/// On a read-only mapping, where it cannot announce itself to writers, it polls instead.
class ChangeWait {
  public:
    /// @param is_cut ends every wait when it becomes true
    ChangeWait(layout::Lock& lock, layout::Cell* cells, const std::atomic<bool>& is_cut,
               bool may_announce, std::chrono::microseconds spin);

    Status wait(const Watch* watches, std::size_t count, Deadline deadline,
                OnSignal on_signal) const noexcept;

    /// Called by a writer after it released the lock: true if a thread is blocked on the cell.
    static bool take_blocked(layout::Cell& cell) noexcept {
        return cell.blocked.load() != 0 && cell.blocked.exchange(0) != 0;
    }
    /// Wakes all threads that are blocked; each looks at its own entries.
    void wake() const noexcept;

  private:
    bool changed(const Watch* watches, std::size_t count) const noexcept;
    bool spin(const Watch* watches, std::size_t count, Deadline until) const noexcept;
    /// One bounded sleep. @return false if a signal ended it
    bool sleep(std::uint32_t epoch, std::chrono::nanoseconds length) const noexcept;

    layout::Lock& lock_;
    layout::Cell* cells_;
    const std::atomic<bool>& is_cut_;
    bool may_announce_;
    std::chrono::microseconds spin_;
};

}  // namespace ddc

// SPDX-License-Identifier: MIT
#pragma once

#include "segment.hpp"
#include "sides.hpp"

#include <ddc/table.hpp>

namespace ddc {

/// Waiting for entries to be written: spins for a while, then blocks on the table's wake epoch.
///
/// Two sides of a claim tell each other on which core they wait. If it is the same one, spinning
/// only keeps the other from its work, so the wait blocks at once.
/// On a read-only mapping, where it cannot announce itself to writers, it polls instead.
class ChangeWait {
  public:
    /// It must not outlive the segment, whose being cut short ends every wait.
    ChangeWait(const Segment& segment, bool may_announce, std::chrono::microseconds spin);

    Status wait(const Watch* watches, std::size_t count, Deadline deadline,
                OnSignal on_signal) const noexcept;

    /// Called by a writer after it released the lock: true if a thread is blocked on the cell.
    static bool take_blocked(layout::Cell& cell) noexcept {
        return cell.blocked.load() != 0 && cell.blocked.exchange(0) != 0;
    }
    /// Wakes all threads that are blocked; each looks at its own entries.
    void wake() const noexcept;

    /// How the waits through this object ended.
    WaitCounts counts() const noexcept;
    TableWaits all_counts() const noexcept { return sides_.waits(); }

  private:
    bool changed(const Watch* watches, std::size_t count) const noexcept;
    WaitEnd stay_awake(const Watch* watches, std::size_t count, Deadline deadline,
                       const Sides& sides) const noexcept;
    WaitEnd spin(const Watch* watches, std::size_t count, Deadline until,
                 const Sides& sides) const noexcept;
    Status sleep_until_changed(const Watch* watches, std::size_t count, Deadline deadline,
                               OnSignal on_signal) const noexcept;
    /// One bounded sleep. @return false if a signal ended it
    bool sleep(std::uint32_t epoch, std::chrono::nanoseconds length) const noexcept;

    layout::Lock& lock_;
    layout::Cell* cells_;
    const std::atomic<bool>& is_cut_;
    bool may_announce_;
    std::chrono::microseconds spin_;
    mutable SideFinder sides_;
    mutable layout::Waits counts_{};
};

}  // namespace ddc

// SPDX-License-Identifier: MIT
#pragma once

#include "segment.hpp"
#include "sides.hpp"

#include <ddc/table.hpp>

namespace ddc {

/// Waits for changes of entries: spins for a short time, then blocks on the table's wake epoch.
///
/// The two sides of a claim publish the cores on which they wait. If both use the same core,
/// spinning would delay the other side, so the wait blocks at once. On a read-only mapping the wait
/// cannot announce itself to writers and polls instead. Safe for concurrent use.
class ChangeWait {
  public:
    /// @param segment must outlive this object; if its file is truncated, all waits end
    /// @param may_announce whether the mapping is writable
    /// @param spin longest time to spin; not used on a machine with one core
    ChangeWait(const Segment& segment, bool may_announce, std::chrono::microseconds spin);

    /// Waits until one of `count` entries has another sequence number than its watch.
    /// @return ok, timed_out at the deadline, interrupted by a signal (with OnSignal::give_up), or
    /// truncated
    Status wait(const Watch* watches, std::size_t count, Deadline deadline,
                OnSignal on_signal) const noexcept;

    /// Called by a writer after it released the lock. @return true if threads are blocked on the
    /// cell; the writer must then call wake()
    static bool take_blocked(layout::Cell& cell) noexcept {
        return cell.blocked.load() != 0 && cell.blocked.exchange(0) != 0;
    }
    /// Wakes all blocked threads; each checks its entries.
    void wake() const noexcept;

    /// Number of waits through this object, by the way they ended.
    WaitCounts counts() const noexcept;
    /// Number of waits of all processes, by side.
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

// SPDX-License-Identifier: MIT
#include "change_wait.hpp"

#include "cell.hpp"
#include "crowded_core.hpp"
#include "deadline.hpp"
#include "fault_point.hpp"
#include "futex.hpp"
#include "pause.hpp"

#include <cerrno>
#include <climits>
#include <utility>

namespace ddc {
namespace {

/// Longest sleep. If a writer is killed between its write and its wake-up, the waiter is delayed by
/// at most this time.
constexpr std::chrono::milliseconds slice{20};
constexpr std::chrono::microseconds poll_interval{200};
constexpr int polls_between_clock_reads = 32;
/// Time to spin without yielding; after it, other threads may be waiting for this core.
constexpr std::chrono::microseconds selfish_spin{5};
/// A yield that takes longer let another thread run on this core (or was slow because of a virtual
/// machine).
constexpr std::chrono::microseconds yield_alone{2};

/// Another thread needs the core on which this thread spins, and the core of the other side is not
/// known. The next wait of this thread then sleeps at once: the kernel wakes a sleeping thread on
/// an idle core, while two threads that spin and yield may share a core indefinitely.
thread_local bool core_is_crowded = false;

/// As core_is_crowded, for a longer time, and also if the core of the other side is known.
thread_local CrowdedCore crowded_core;

/// Number of consecutive waits of this thread on one table that spun without success.
struct InVain {
    const void* table = nullptr;
    int waits = 0;
};
thread_local InVain in_vain;
/// After this number the other side counts as slow: waits then sleep without spinning, until one
/// has ended within the time to spin. Two threads that spin without success, for example every 10
/// ms, waste time, and the kernel moves one of them to another core, where its wake-up takes far
/// longer.
constexpr int waits_in_vain = 3;

void note(layout::Waits* waits, WaitEnd end) noexcept {
    if (waits != nullptr)
        waits->ended[static_cast<std::size_t>(end)].fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

ChangeWait::ChangeWait(const Segment& segment, bool may_announce, std::chrono::microseconds spin)
    : lock_(segment.lock()),
      cells_(segment.cells()),
      is_cut_(segment.is_cut()),
      may_announce_(may_announce),
      spin_(usable_cores() > 1 ? spin : std::chrono::microseconds(0)),
      sides_(segment.claims(), segment.waits(), may_announce) {}

bool ChangeWait::changed(const Watch* watches, std::size_t count) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t now = cells_[watches[i].id].sequence.load();
        if (now != watches[i].sequence && cell::is_whole(now)) return true;
    }
    return false;
}

/// @return spun or yielded if an entry has changed, otherwise the reason to sleep
WaitEnd ChangeWait::spin(const Watch* watches, std::size_t count, Deadline until,
                         const Sides& sides) const noexcept {
    WaitEnd awake = WaitEnd::spun;
    Deadline now = Clock::now();
    const Deadline selfish_until = sides.may_be_woken_here() ? now : now + selfish_spin;
    for (;;) {
        const bool is_shared = sides.share_core();
        // A yield costs less than a sleep, but the kernel may ignore it.
        if (is_shared && awake == WaitEnd::yielded) return WaitEnd::slept_same_core;
        if (now >= until) return WaitEnd::slept_slow;
        if (is_shared || now >= selfish_until) {
            ::sched_yield();
            awake = WaitEnd::yielded;
            sides.publish_awake();  // the thread may have moved to another core
            const Deadline back = Clock::now();
            core_is_crowded = !sides.is_other_known() && back - now >= yield_alone;
            if (crowded_core.was_interrupted(now, back) || core_is_crowded)
                return changed(watches, count) ? awake : WaitEnd::slept_crowded;
        }
        for (int i = 0; i < polls_between_clock_reads; ++i) {
            if (changed(watches, count)) return awake;
            pause();
        }
        now = Clock::now();
    }
}

/// Spins if that is useful.
/// @return spun or yielded if an entry has changed, otherwise the reason to sleep
WaitEnd ChangeWait::stay_awake(const Watch* watches, std::size_t count, Deadline deadline,
                               const Sides& sides) const noexcept {
    if (spin_.count() == 0) return WaitEnd::slept_no_spin;
    if (std::exchange(core_is_crowded, false) && !sides.is_other_known())
        return WaitEnd::slept_crowded;
    if (crowded_core.was_ever_interrupted() && crowded_core.rests(Clock::now()))
        return WaitEnd::slept_crowded;
    if (in_vain.waits >= waits_in_vain) return WaitEnd::slept_slow;
    return spin(watches, count, std::min(deadline, deadline_after(spin_)), sides);
}

bool ChangeWait::sleep(std::uint32_t epoch, std::chrono::nanoseconds length) const noexcept {
    DDC_FAULT_POINT("wait.blocked");
    const timespec time = to_timespec(length);
    const long result = may_announce_ ? futex(lock_.wake_epoch, FUTEX_WAIT, epoch, &time)
                                      : ::nanosleep(&time, nullptr);
    return result == 0 || errno != EINTR;
}

Status ChangeWait::sleep_until_changed(const Watch* watches, std::size_t count, Deadline deadline,
                                       OnSignal on_signal) const noexcept {
    const std::chrono::nanoseconds longest =
        may_announce_ ? std::chrono::nanoseconds(slice) : std::chrono::nanoseconds(poll_interval);
    for (;;) {
        const std::uint32_t epoch = lock_.wake_epoch.load();
        for (std::size_t i = 0; may_announce_ && i < count; ++i)
            cells_[watches[i].id].blocked.store(1);
        if (changed(watches, count)) return Status::ok;
        if (is_cut_.load(std::memory_order_relaxed)) return Status::truncated;
        const Deadline now = Clock::now();
        if (now >= deadline) return Status::timed_out;
        const bool undisturbed = sleep(epoch, std::min(deadline, now + longest) - now);
        if (changed(watches, count)) return Status::ok;
        if (!undisturbed && on_signal == OnSignal::give_up) return Status::interrupted;
    }
}

Status ChangeWait::wait(const Watch* watches, std::size_t count, Deadline deadline,
                        OnSignal on_signal) const noexcept {
    const auto [sides, shared_counts] = sides_.find(count > 0 ? watches[0].id : 0);
    sides.publish_awake();
    if (in_vain.table != this) in_vain = {this, 0};
    const WaitEnd end =
        changed(watches, count) ? WaitEnd::at_once : stay_awake(watches, count, deadline, sides);
    note(shared_counts, end);
    note(&counts_, end);
    if (!has_slept(end)) {
        in_vain.waits = 0;
        return Status::ok;
    }
    const Deadline asleep_since = Clock::now();
    sides.publish_asleep();
    const Status status = sleep_until_changed(watches, count, deadline, on_signal);
    sides.publish_awake();
    if (status == Status::ok && Clock::now() - asleep_since < spin_)
        in_vain.waits = 0;
    else if (end == WaitEnd::slept_slow && in_vain.waits < waits_in_vain)
        ++in_vain.waits;
    return status;
}

WaitCounts ChangeWait::counts() const noexcept {
    return to_counts(counts_);
}

void ChangeWait::wake() const noexcept {
    DDC_FAULT_POINT("wake.before");
    lock_.wake_epoch.fetch_add(1);
    DDC_FAULT_POINT("wake.bumped");
    futex(lock_.wake_epoch, FUTEX_WAKE, INT_MAX, nullptr);
}

}  // namespace ddc

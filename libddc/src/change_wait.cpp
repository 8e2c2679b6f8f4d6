// SPDX-License-Identifier: MIT
#include "change_wait.hpp"

#include "cell.hpp"
#include "deadline.hpp"
#include "fault_point.hpp"
#include "futex.hpp"
#include "pause.hpp"

#include <cerrno>
#include <climits>
#include <utility>

namespace ddc {
namespace {

/// Longest sleep: a writer killed between its write and its wake-up delays a waiter by this much.
constexpr std::chrono::milliseconds slice{20};
constexpr std::chrono::microseconds poll_interval{200};
constexpr int looks_between_clock_reads = 32;
/// After so long the writer may be waiting for this very core, so the spin lets others run.
constexpr std::chrono::microseconds selfish_spin{5};
/// A yield that takes longer let another thread run on this core.
constexpr std::chrono::microseconds yield_alone{2};

/// Another thread wants the core this thread spins on. Then its next wait sleeps at once: the
/// kernel wakes a sleeper on an idle core, while two that spin and yield may share one for ever.
thread_local bool core_is_shared = false;

}  // namespace

ChangeWait::ChangeWait(layout::Lock& lock, layout::Cell* cells, const std::atomic<bool>& is_cut,
                       bool may_announce, std::chrono::microseconds spin)
    : lock_(lock),
      cells_(cells),
      is_cut_(is_cut),
      may_announce_(may_announce),
      spin_(usable_cores() > 1 ? spin : std::chrono::microseconds(0)) {}

bool ChangeWait::changed(const Watch* watches, std::size_t count) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t now = cells_[watches[i].id].sequence.load();
        if (now != watches[i].sequence && cell::is_whole(now)) return true;
    }
    return false;
}

bool ChangeWait::spin(const Watch* watches, std::size_t count, Deadline until) const noexcept {
    const Deadline selfish_until = Clock::now() + selfish_spin;
    for (;;) {
        for (int i = 0; i < looks_between_clock_reads; ++i) {
            if (changed(watches, count)) return true;
            pause();
        }
        const Deadline now = Clock::now();
        if (now >= until) return false;
        if (now < selfish_until) continue;
        ::sched_yield();
        if (Clock::now() - now < yield_alone) continue;
        core_is_shared = true;
        return changed(watches, count);
    }
}

bool ChangeWait::sleep(std::uint32_t epoch, std::chrono::nanoseconds length) const noexcept {
    DDC_FAULT_POINT("wait.blocked");
    const timespec time = to_timespec(length);
    const long result = may_announce_ ? futex(lock_.wake_epoch, FUTEX_WAIT, epoch, &time)
                                      : ::nanosleep(&time, nullptr);
    return result == 0 || errno != EINTR;
}

Status ChangeWait::wait(const Watch* watches, std::size_t count, Deadline deadline,
                        OnSignal on_signal) const noexcept {
    if (changed(watches, count)) return Status::ok;
    const bool may_spin = spin_.count() > 0 && !std::exchange(core_is_shared, false);
    if (may_spin && spin(watches, count, std::min(deadline, deadline_after(spin_))))
        return Status::ok;
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

void ChangeWait::wake() const noexcept {
    DDC_FAULT_POINT("wake.before");
    lock_.wake_epoch.fetch_add(1);
    DDC_FAULT_POINT("wake.bumped");
    futex(lock_.wake_epoch, FUTEX_WAKE, INT_MAX, nullptr);
}

}  // namespace ddc

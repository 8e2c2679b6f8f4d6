// SPDX-License-Identifier: MIT
#include "read_retry.hpp"

#include "cell.hpp"
#include "deadline.hpp"
#include "pause.hpp"

#include <algorithm>
#include <thread>

namespace ddc {
namespace {

constexpr int spins_for_a_copy = 100;
constexpr int tries_before_asking = 16;
constexpr std::chrono::microseconds sleep_for_a_writer{50};
/// Longest duration of such a sleep if a core is free.
constexpr std::chrono::microseconds longest_sleep{200};

}  // namespace

/// The time starts at the first call, so that the clock is read only on the slow path.
bool ReadRetry::is_over() noexcept {
    if (deadline_ == Deadline{}) deadline_ = deadline_after(terms_.patience);
    return Clock::now() >= deadline_;
}

Status ReadRetry::disturbed(const layout::Cell& cell, std::uint64_t met) noexcept {
    if (WriteLock::this_thread_is_inside()) return Status::busy;
    if (++tries_ >= tries_before_asking) {
        if (is_over()) return Status::timed_out;
        ask_for_gap();
    }
    return cell::is_whole(met) ? Status::ok : outwait(cell, met);
}

/// The duration of a copy is not known, so each request is for twice the time of the one before.
void ReadRetry::ask_for_gap() noexcept {
    if (!terms_.gap) return;
    lock_.ask_for_gap(*terms_.gap);
    terms_.gap = std::min(2 * *terms_.gap, WriteLock::longest_gap);
    asked_ = true;
}

/// Waits until the counter of a cell differs from `stuck`, which is odd.
Status ReadRetry::outwait(const layout::Cell& cell, std::uint64_t stuck) noexcept {
    for (int i = 0; i < spins_for_a_copy; ++i) {
        if (cell.sequence.load(std::memory_order_acquire) != stuck) return Status::ok;
        pause();
    }
    for (;;) {
        const process::Identity owner = lock_.owner();
        const bool abandoned = owner == 0 || lock_.owner_is_dead(owner);
        if (cell.sequence.load(std::memory_order_acquire) != stuck) return Status::ok;
        if (abandoned) return Status::half_written;
        if (is_over()) return Status::timed_out;
        if (!terms_.waits_for_stopped && process::state_of(owner) == process::State::stopped)
            return Status::timed_out;
        // The writer has lost its core, perhaps to this thread. It may run now. The gap keeps it
        // out of further writes until this thread is awake.
        if (terms_.gap) terms_.gap = std::max<std::chrono::nanoseconds>(*terms_.gap, longest_sleep);
        ask_for_gap();
        std::this_thread::sleep_for(sleep_for_a_writer);
    }
}

}  // namespace ddc

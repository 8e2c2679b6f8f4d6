// SPDX-License-Identifier: MIT
#include "lock.hpp"

#include "deadline.hpp"
#include "fault_point.hpp"
#include "futex.hpp"
#include "pause.hpp"

#include <algorithm>

namespace ddc {
namespace {

/// Longest sleep before the owner is checked again: limits how long a death can stay undetected.
constexpr std::chrono::milliseconds sleep_slice{10};
constexpr int spins_before_sleep = 200;

thread_local bool inside = false;

}  // namespace

WriteLock::WriteLock(layout::Header& header, layout::Lock& shared,
                     std::chrono::milliseconds timeout)
    : header_(header),
      shared_(shared),
      timeout_(timeout),
      other_namespace_(header.pid_namespace != process::pid_namespace()),
      spins_(usable_cores() > 1 ? spins_before_sleep : 0) {}

bool WriteLock::this_thread_is_inside() noexcept {
    return inside;
}

bool WriteLock::try_take(process::Identity expected) noexcept {
    return shared_.owner.compare_exchange_strong(expected, process::self());
}

WriteLock::Outcome WriteLock::acquire() noexcept {
    if (inside) return Outcome::busy;
    inside = true;
    if (shared_.gap_ns.load(std::memory_order_relaxed) != 0) stay_out();
    const Outcome outcome = try_take(0) ? Outcome::acquired : acquire_contended();
    inside = outcome != Outcome::timed_out;
    if (inside) DDC_FAULT_POINT("lock.taken");
    return outcome;
}

void WriteLock::release() noexcept {
    DDC_FAULT_POINT("lock.before_release");
    shared_.owner.exchange(0);  // sequentially consistent: ordered before the load of `wanted`
    inside = false;
    DDC_FAULT_POINT("lock.after_release");
    if (shared_.wanted.load() != 0) wake_one();
}

void WriteLock::wake_one() noexcept {
    if (shared_.wanted.exchange(0) == 0) return;
    DDC_FAULT_POINT("lock.before_post");
    // A token that is still available also wakes the next sleeper, so dead sleepers cannot make the
    // count grow. Two writers that find no token at the same moment cannot, either.
    if (tokens() == 0) ::sem_post(&shared_.semaphore);
    if (tokens() > 1) ::sem_trywait(&shared_.semaphore);
}

int WriteLock::tokens() const noexcept {
    int count = 0;
    return ::sem_getvalue(&shared_.semaphore, &count) == 0 ? count : 0;
}

void WriteLock::ask_for_gap(std::chrono::nanoseconds length) const noexcept {
    const auto bounded = std::min(length, longest_gap);
    shared_.gap_ns.store(static_cast<std::uint32_t>(bounded.count()), std::memory_order_relaxed);
}

void WriteLock::stay_out() const noexcept {
    const std::chrono::nanoseconds asked(shared_.gap_ns.load(std::memory_order_relaxed));
    const Deadline until = Clock::now() + std::min(asked, longest_gap);
    while (shared_.gap_ns.load(std::memory_order_relaxed) != 0) {
        if (Clock::now() >= until) return had_gap();
        spins_ > 0 ? pause() : static_cast<void>(::sched_yield());
    }
}

/// Does what sem_clockwait() does, except that the C library ends the process when the system call
/// fails, as it does in truncated memory. On 64-bit machines the first two words of glibc's
/// semaphore are its count and the number of sleepers on that word; sem_post() wakes one of them.
void WriteLock::sleep(Deadline until) noexcept {
    DDC_FAULT_POINT("lock.asleep");
    constexpr bool has_words = sizeof(void*) == 8 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    if constexpr (!has_words) {
        const timespec end = to_timespec(until.time_since_epoch());
        ::sem_clockwait(&shared_.semaphore, CLOCK_MONOTONIC, &end);
        return;
    }
    if (::sem_trywait(&shared_.semaphore) == 0) return;
    auto* words = reinterpret_cast<std::atomic<std::uint32_t>*>(&shared_.semaphore);
    const timespec time = to_timespec(std::max(until - Clock::now(), Clock::duration::zero()));
    words[1].fetch_add(1);
    futex(words[0], FUTEX_WAIT, 0, &time);
    words[1].fetch_sub(1);
    ::sem_trywait(&shared_.semaphore);
}

bool WriteLock::owners_may_be_invisible() const noexcept {
    return other_namespace_ || header_.mixed_pid_namespaces.load(std::memory_order_relaxed) != 0;
}

bool WriteLock::owner_is_dead(process::Identity owner) const noexcept {
    return !owners_may_be_invisible() && process::state_of(owner) == process::State::dead;
}

WriteLock::Outcome WriteLock::acquire_contended() noexcept {
    for (int i = 0; i < spins_; ++i) {
        if (owner() == 0 && try_take(0)) return Outcome::acquired;
        pause();
    }
    const Deadline deadline = deadline_after(timeout_);
    process::Identity seen = 0;
    for (;;) {
        shared_.wanted.store(1);
        if (try_take(0)) return Outcome::acquired;
        const process::Identity current = owner();
        if (current != 0 && current == seen && owner_is_dead(current) && try_take(current)) {
            shared_.take_overs.fetch_add(1, std::memory_order_relaxed);
            DDC_FAULT_POINT("lock.taken_over");
            return Outcome::took_over;
        }
        const Deadline now = Clock::now();
        if (now >= deadline) {
            shared_.time_outs.fetch_add(1, std::memory_order_relaxed);
            return Outcome::timed_out;
        }
        seen = current;
        sleep(std::min(deadline, now + sleep_slice));
    }
}

}  // namespace ddc

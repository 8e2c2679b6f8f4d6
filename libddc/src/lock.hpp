// SPDX-License-Identifier: MIT
#pragma once

#include "layout.hpp"
#include "process.hpp"

#include <ddc/types.hpp>

namespace ddc {

/// The table's write lock. The lock word is the owner itself, so there is no instant at which the
/// lock is held by an unknown process; the semaphore is only where contenders sleep.
///
/// | owner word      | seen by a contender               | what it does                                        |
/// | --------------- | --------------------------------- | --------------------------------------------------- |
/// | 0               | free                              | takes it by compare-and-swap                        |
/// | alive process   | busy                              | sleeps until posted, at most 10 ms, and looks again |
/// | stopped process | busy                              | the same, until its deadline                        |
/// | dead process    | gone, a zombie, or its pid reused | takes it over by compare-and-swap                   |
///
/// Taking it is not fair: the first that tries while it is free has it. A reader that never gets a
/// whole copy beside a writer in a tight loop asks for a gap, and the next writer stays out for
/// that long, once.
class WriteLock {
  public:
    enum class Outcome {
        acquired,
        took_over,  ///< acquired from a dead writer: repair what it intended to write first
        timed_out,
        busy,  ///< this thread is inside already, so this is a signal handler
    };

    WriteLock(layout::Header& header, layout::Lock& shared, std::chrono::milliseconds timeout);

    [[nodiscard]] Outcome acquire() noexcept;
    void release() noexcept;

    /// Asks writers to stay out for so long, once, at most longest_gap; needs a writable mapping.
    void ask_for_gap(std::chrono::nanoseconds length) const noexcept;
    /// The gap was used: writers need not stay out any longer.
    void had_gap() const noexcept { shared_.gap_ns.store(0, std::memory_order_relaxed); }
    static constexpr std::chrono::nanoseconds longest_gap{10'000'000};

    /// The owner word now; 0 if free.
    process::Identity owner() const noexcept {
        return shared_.owner.load(std::memory_order_acquire);
    }
    /// True if the owner is known to be dead, so that whatever it left will not change any more.
    bool owner_is_dead(process::Identity owner) const noexcept;
    /// True if an owner may live in another pid namespace: whether it is dead cannot be told.
    bool owners_may_be_invisible() const noexcept;
    /// True in a signal handler that interrupted a write of this thread.
    static bool this_thread_is_inside() noexcept;

  private:
    bool try_take(process::Identity expected) noexcept;
    Outcome acquire_contended() noexcept;
    void sleep(Deadline until) noexcept;
    void wake_one() noexcept;
    int tokens() const noexcept;
    void stay_out() const noexcept;

    layout::Header& header_;
    layout::Lock& shared_;
    std::chrono::milliseconds timeout_;
    bool other_namespace_;
    int spins_;
};

}  // namespace ddc

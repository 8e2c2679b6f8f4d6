// SPDX-License-Identifier: MIT
#pragma once

#include "layout.hpp"
#include "process.hpp"

#include <ddc/types.hpp>

namespace ddc {

/// The table's write lock. The lock word is the owner's identity, so the holder is known at every
/// instant; the semaphore only lets contenders sleep.
///
/// | owner word      | seen by a contender               | what it does                                        |
/// | --------------- | --------------------------------- | --------------------------------------------------- |
/// | 0               | free                              | takes it by compare-and-swap                        |
/// | alive process   | busy                              | sleeps until posted or 10 ms, then checks again     |
/// | stopped process | busy                              | the same, until its deadline                        |
/// | dead process    | ended, a zombie, or its pid reused |recovers it by compare-and-swap                     |
///
/// The lock is not fair: the first process that tries while it is free gets it. A reader that never
/// gets a complete copy, because a writer writes in a tight loop, requests a gap; the next writer
/// then stays out for that long, once.
class WriteLock {
  public:
    enum class Outcome {
        acquired,
        took_over,  ///< recovered from a dead writer: first repair the entries of its intent
        timed_out,
        busy,  ///< this thread holds it already, so this is a signal handler
    };

    WriteLock(layout::Header& header, layout::Lock& shared, std::chrono::milliseconds timeout);

    [[nodiscard]] Outcome acquire() noexcept;
    void release() noexcept;

    /// Requests writers to stay out for `length`, once, at most longest_gap. The mapping must be
    /// writable.
    void ask_for_gap(std::chrono::nanoseconds length) const noexcept;
    /// Ends the gap: writers need not stay out any longer.
    void had_gap() const noexcept { shared_.gap_ns.store(0, std::memory_order_relaxed); }
    static constexpr std::chrono::nanoseconds longest_gap{10'000'000};

    /// The current owner word; 0 if free.
    process::Identity owner() const noexcept {
        return shared_.owner.load(std::memory_order_acquire);
    }
    /// True if the owner is known to be dead, so that the entries it left do not change any more.
    bool owner_is_dead(process::Identity owner) const noexcept;
    /// True if an owner may be in another pid namespace, in which its death cannot be detected.
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

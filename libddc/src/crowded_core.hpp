// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <algorithm>
#include <chrono>

namespace ddc {

/// Whether the core of a thread is used by other work, judged by how long the thread's yields take.
/// While it is, a wait sleeps at once: the kernel prefers a thread that it wakes to one that has
/// computed all the time, while each yield of a spinning thread gives the other work a whole time
/// slice. The thread tries to spin again after a rest, which is four times as long as the one
/// before where that proves wrong at once.
class CrowdedCore {
  public:
    /// A yield that takes so long was interrupted by other work for a time slice.
    static constexpr std::chrono::microseconds interruption{500};
    static constexpr std::chrono::milliseconds shortest_rest{50}, longest_rest{1600};

    /// Without this no look at the clock is needed to know that it does not rest.
    bool was_ever_interrupted() const noexcept { return rest_.count() > 0; }
    bool rests(Deadline now) const noexcept { return now < rests_until_; }
    /// Reported by a thread that spins, after a yield that took from `before` to `now`.
    /// @return whether it was interrupted, and rests from now on
    bool was_interrupted(Deadline before, Deadline now) noexcept {
        if (now - before < interruption) return false;
        const bool is_soon = now - rests_until_ < rest_;
        rest_ = is_soon ? std::min(4 * rest_, longest_rest) : shortest_rest;
        rests_until_ = now + rest_;
        return true;
    }

  private:
    Deadline rests_until_{};
    std::chrono::milliseconds rest_{0};
};

}  // namespace ddc

// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <algorithm>
#include <chrono>

namespace ddc {

/// Detects from the duration of yields that other work uses the core of a thread. While it does,
/// waits should sleep at once: the kernel prefers a thread that it wakes to one that has been
/// computing, while each yield of a spinning thread gives the other work a whole time slice. The
/// thread may spin again after a rest. If it is then interrupted soon, the next rest is four times
/// as long.
class CrowdedCore {
  public:
    /// During a yield of at least this duration, other work used a time slice.
    static constexpr std::chrono::microseconds interruption{500};
    static constexpr std::chrono::milliseconds shortest_rest{50}, longest_rest{1600};

    /// If false, rests() is false at any time, so the clock need not be read.
    bool was_ever_interrupted() const noexcept { return rest_.count() > 0; }
    /// Whether the thread should not spin now.
    bool rests(Deadline now) const noexcept { return now < rests_until_; }
    /// To be called by a spinning thread after a yield from `before` to `now`.
    /// @return whether the thread was interrupted; it then rests from now on
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

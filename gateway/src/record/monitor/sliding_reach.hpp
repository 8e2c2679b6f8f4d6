// SPDX-License-Identifier: MIT
#pragma once

#include "reach.hpp"
#include "ring.hpp"

#include <cstdint>

namespace gateway::requirement {

/// Stretches of time that enter a window at its end and leave it at its begin, and what they come
/// to together. A stretch costs a constant time on average: two stacks, of which the older one
/// holds what each stretch and all behind it come to.
class SlidingReach {
  public:
    void reserve(std::size_t stretches) { stretches_.reserve(stretches); }
    bool empty() const noexcept { return stretches_.empty(); }

    /// A stretch without an end as yet; the one before it ends where it begins.
    void enter(std::int64_t start_ns, const Reach& reach);
    /// Where the oldest one ends.
    std::int64_t first_end_ns() const noexcept { return stretches_.front().end_ns; }
    /// Drops the oldest one. Precondition: not empty()
    void leave() noexcept;
    /// Precondition: not empty()
    Reach total() const noexcept;

  private:
    struct Stretch {
        std::int64_t end_ns;
        Reach reach;  ///< with those behind it, for the first `summed_`
    };

    Ring<Stretch> stretches_;
    std::size_t summed_ = 0;
    Reach rest_{};  ///< of all but the first `summed_`
};

}  // namespace gateway::requirement

// SPDX-License-Identifier: MIT
#include "sliding_reach.hpp"

#include <limits>

namespace gateway::requirement {

void SlidingReach::enter(std::int64_t start_ns, const Reach& reach) {
    rest_ = stretches_.size() > summed_ ? joined(rest_, reach) : reach;
    if (!stretches_.empty()) stretches_.back().end_ns = start_ns;
    stretches_.push_back({std::numeric_limits<std::int64_t>::max(), reach});
}

void SlidingReach::leave() noexcept {
    if (summed_ == 0) {
        summed_ = stretches_.size();
        for (std::size_t i = summed_ - 1; i-- > 0;)
            stretches_[i].reach = joined(stretches_[i].reach, stretches_[i + 1].reach);
    }
    stretches_.pop_front();
    --summed_;
}

Reach SlidingReach::total() const noexcept {
    if (summed_ == 0) return rest_;
    const Reach& first = stretches_.front().reach;
    return stretches_.size() > summed_ ? joined(first, rest_) : first;
}

}  // namespace gateway::requirement

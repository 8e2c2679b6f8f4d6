// SPDX-License-Identifier: MIT
#include "sequence_window.hpp"

#include "sequence.hpp"

namespace gateway::vds1 {

SequenceStatus SequenceWindow::admit(std::uint32_t sequence) noexcept {
    if (is_empty_) {
        is_empty_ = false;
        newest_ = sequence;
        seen_ = ~std::uint64_t{0};  // numbers before the first one do not count as lost
        return SequenceStatus::newer;
    }
    if (is_newer(sequence, newest_)) {
        advance(sequence - newest_);
        return SequenceStatus::newer;
    }
    const std::uint32_t back = newest_ - sequence;
    const std::uint64_t bit = back < 64 ? std::uint64_t{1} << back : 0;
    if (bit == 0 || (seen_ & bit) != 0) return SequenceStatus::duplicate;
    seen_ |= bit;
    --lost_;
    return SequenceStatus::late;
}

void SequenceWindow::advance(std::uint32_t steps) noexcept {
    newest_ += steps;
    seen_ = steps < 64 ? seen_ << steps | 1U : 1U;
    lost_ += steps - 1;
}

}  // namespace gateway::vds1

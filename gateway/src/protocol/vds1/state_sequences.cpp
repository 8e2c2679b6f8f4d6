// SPDX-License-Identifier: MIT
#include "state_sequences.hpp"

#include <algorithm>

namespace gateway::vds1 {

SequenceStatus StateSequences::admit(std::uint32_t sequence, SteadyTime now) noexcept {
    count(sequence, true, now);
    return ours_.admit(sequence);
}

void StateSequences::count(std::uint32_t sequence, bool is_ours, SteadyTime now) noexcept {
    if (now - received_at_ >= timeout_) all_.restart();
    received_at_ = now;
    const bool is_next = all_.admit(sequence) == SequenceStatus::newer;
    if (is_ours != was_ours_) score_ = std::clamp(score_ + (is_next ? 1 : -2), -64, 64);
    was_ours_ = is_ours;
}

}  // namespace gateway::vds1

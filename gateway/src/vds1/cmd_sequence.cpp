// SPDX-License-Identifier: MIT
#include "cmd_sequence.hpp"

#include <algorithm>

namespace gateway::vds1 {

namespace {

constexpr std::uint32_t fewest_zeros = 3;
constexpr std::chrono::milliseconds shortest_beginning{50};

}  // namespace

std::uint32_t CmdSequence::next(SteadyTime now) noexcept {
    if (!is_beginning_) {
        highest_ = std::max(highest_, ++last_);
        return last_;
    }
    if (zeros_++ == 0) first_zero_at_ = now;
    return 0;
}

void CmdSequence::on_state(SteadyTime now) noexcept {
    if (zeros_ >= fewest_zeros && now - first_zero_at_ >= shortest_beginning) is_beginning_ = false;
}

void CmdSequence::begin_again() noexcept {
    is_beginning_ = true;
    zeros_ = last_ = 0;
}

void CmdSequence::go_on() noexcept {
    is_beginning_ = false;
    last_ = highest_;
}

}  // namespace gateway::vds1

// SPDX-License-Identifier: MIT
#include "vdsim_numbers.hpp"

#include <algorithm>

namespace gateway::vds1 {

namespace {

constexpr std::uint32_t fewest_zeros = 3;
constexpr std::chrono::milliseconds shortest_beginning{50};
constexpr std::chrono::seconds time_at_zero{1}, longest_patience{64};

}  // namespace

std::uint32_t VdsimNumbers::next(SteadyTime now) noexcept {
    if (!is_beginning_) {
        highest_ = std::max(highest_, ++last_);
        return last_;
    }
    if (zeros_++ == 0) first_zero_at_ = now;
    return 0;
}

void VdsimNumbers::on_state(SteadyTime now) noexcept {
    if (zeros_ >= fewest_zeros && now - first_zero_at_ >= shortest_beginning) is_beginning_ = false;
}

void VdsimNumbers::on_ignored(SteadyTime now) noexcept {
    if (now < insistence_.next) return;
    insistence_.is_at_zero = !insistence_.is_at_zero;
    if (insistence_.is_at_zero)
        begin_again();
    else
        go_on();
    insistence_.next = now + (insistence_.is_at_zero ? time_at_zero : insistence_.patience);
    if (!insistence_.is_at_zero)
        insistence_.patience = std::min(2 * insistence_.patience, longest_patience);
}

void VdsimNumbers::begin_again() noexcept {
    is_beginning_ = true;
    zeros_ = last_ = 0;
}

void VdsimNumbers::go_on() noexcept {
    is_beginning_ = false;
    last_ = highest_;
}

}  // namespace gateway::vds1

// SPDX-License-Identifier: MIT
#include "output_watch.hpp"

namespace gateway {

void OutputWatch::run(ddc::Deadline now) noexcept {
    if (state_ != State::idle) return;
    state_ = State::starting;
    has_begun_ = false;
    changed_ = now;
}

void OutputWatch::see(std::uint64_t writes, ddc::Deadline now) noexcept {
    const bool is_new = writes_ && writes != *writes_;
    writes_ = writes;
    if (state_ == State::idle) return;
    if (is_new) {
        changed_ = now;
        new_at_ = now;
        const bool is_second = state_ == State::starting && has_begun_;
        if (state_ != State::answering) state_ = is_second ? State::answering : State::starting;
        has_begun_ = true;
    } else {
        see_unusable(now);
    }
}

void OutputWatch::see_unusable(ddc::Deadline now) noexcept {
    const bool is_due = state_ == State::starting || state_ == State::answering;
    if (!is_due || now - changed_ < timeout_) return;
    state_ = State::silent;
    ++silences_;
}

}  // namespace gateway

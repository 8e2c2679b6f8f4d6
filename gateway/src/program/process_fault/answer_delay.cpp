// SPDX-License-Identifier: MIT
#include "answer_delay.hpp"

namespace gateway {

const AnswerDelay::Answer& AnswerDelay::pass(const Answer& answer, std::chrono::nanoseconds delay) {
    newest_ = is_empty_ ? 0 : after(newest_);
    if (newest_ == oldest_ && !is_empty_) oldest_ = after(oldest_);
    is_empty_ = false;
    answers_[newest_] = answer;
    while (oldest_ != newest_ && answers_[after(oldest_)].at + delay <= answer.at)
        oldest_ = after(oldest_);
    return answers_[oldest_];
}

}  // namespace gateway

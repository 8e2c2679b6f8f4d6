// SPDX-License-Identifier: MIT
#include "progress_line.hpp"

#include <gateway/base/run_streams.hpp>

#include <ostream>

namespace gateway::campaign {

ProgressLine::ProgressLine(const Plan& plan, std::ostream& told)
    : counter_(plan), told_(told), begin_(Clock::now()), next_(begin_) {
    before_ = counter_.count().tally.present();
}

void ProgressLine::look() {
    if (Clock::now() < next_) return;
    next_ = Clock::now() + (is_terminal_ ? std::chrono::seconds(1) : std::chrono::seconds(10));
    tell(is_terminal_ ? "" : "\n");
}

Progress ProgressLine::end() {
    return tell("\n");
}

Progress ProgressLine::tell(const char* after) {
    const Progress progress = counter_.count();
    const double elapsed_s = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (is_terminal_) erase_line(told_);
    told_ << to_string(progress, before_, elapsed_s) << after << std::flush;
    return progress;
}

}  // namespace gateway::campaign

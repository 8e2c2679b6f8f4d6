// SPDX-License-Identifier: MIT
#include "progress_line.hpp"

#include <gateway/base/run_streams.hpp>

#include <ostream>

namespace gateway::campaign {

ProgressLine::ProgressLine(const Plan& plan, std::ostream& err)
    : counter_(plan), err_(err), begin_(Clock::now()), next_(begin_) {
    before_ = counter_.count().tally.present();
}

void ProgressLine::update() {
    if (Clock::now() < next_) return;
    next_ = Clock::now() + (is_terminal_ ? std::chrono::seconds(1) : std::chrono::seconds(10));
    print(is_terminal_ ? "" : "\n");
}

Progress ProgressLine::end() {
    return print("\n");
}

Progress ProgressLine::print(const char* end) {
    const Progress progress = counter_.count();
    const double elapsed_s = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (is_terminal_) erase_line(err_);
    err_ << to_string(progress, before_, elapsed_s) << end << std::flush;
    return progress;
}

}  // namespace gateway::campaign

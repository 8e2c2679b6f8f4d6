// SPDX-License-Identifier: MIT
#include "status_line.hpp"

#include <gateway/base/run_streams.hpp>

#include <unistd.h>

#include <cmath>
#include <ostream>
#include <utility>

namespace gateway {

StatusLine::StatusLine(std::ostream& out, bool is_terminal, Now now)
    : out_(out),
      is_terminal_(is_terminal),
      now_(std::move(now)),
      interval_(is_terminal ? 1 : 10),
      next_(now_() + interval_) {}

void StatusLine::clear() {
    if (is_shown_) erase_line(out_);
    is_shown_ = false;
}

bool StatusLine::is_stderr_terminal() {
    return ::isatty(STDERR_FILENO) != 0;
}

bool StatusLine::is_due() {
    const Clock::time_point now = now_();
    if (now < next_) return false;
    next_ = now + interval_;
    return true;
}

void StatusLine::report(const std::string& text) {
    is_shown_ = is_terminal_;
    if (is_terminal_) erase_line(out_);
    out_ << text << (is_terminal_ ? "" : "\n") << std::flush;
}

std::string percent(double share) {
    return std::to_string(std::lround(100 * share)) + " %";
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "progress.hpp"

#include <unistd.h>

#include <chrono>
#include <iosfwd>

namespace gateway::campaign {

/// Tells from time to time how much of a plan is done: on a terminal on one line that changes, else
/// on a line every ten seconds.
class ProgressLine {
  public:
    ProgressLine(const Plan& plan, std::ostream& told);

    /// Counts and tells, if it is time to.
    void look();
    /// Counts and tells for the last time. @return how far it is
    Progress end();

  private:
    Progress tell(const char* after);

    using Clock = std::chrono::steady_clock;
    ProgressCounter counter_;
    std::ostream& told_;
    Clock::time_point begin_, next_;
    std::uint64_t before_ = 0;
    bool is_terminal_ = ::isatty(STDERR_FILENO) != 0;
};

}  // namespace gateway::campaign

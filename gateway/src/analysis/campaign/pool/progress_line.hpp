// SPDX-License-Identifier: MIT
#pragma once

#include "progress.hpp"

#include <unistd.h>

#include <chrono>
#include <iosfwd>

namespace gateway::campaign {

/// Prints the progress of a plan: on a terminal one line that is updated each second, else a line
/// every ten seconds.
class ProgressLine {
  public:
    /// @param plan, err outlive this
    ProgressLine(const Plan& plan, std::ostream& err);

    /// Counts the results and prints the progress, if it is due.
    void update();
    /// Counts the results and prints the progress for the last time. @return the progress
    Progress end();

  private:
    Progress print(const char* end);

    using Clock = std::chrono::steady_clock;
    ProgressCounter counter_;
    std::ostream& err_;
    Clock::time_point begin_, next_;
    std::uint64_t before_ = 0;
    bool is_terminal_ = ::isatty(STDERR_FILENO) != 0;
};

}  // namespace gateway::campaign

// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"
#include "assembly/run_programs.hpp"
#include "output/status_line.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>

namespace gateway {

/// "12.3 of 60.0 s simulated, 45x real time, 1 s left"; without the factor and the remaining time
/// while they are unknown.
/// @param elapsed_s wall time
std::string progress_text(SimTime reached, SimTime duration, double elapsed_s);

/// Shows the progress of a measured run on a terminal, once a second, until end().
class RunProgress {
  public:
    /// @param err a terminal, if `is_shown`; outlives this
    RunProgress(const RunConfig& config, std::ostream& err, bool is_shown);
    ~RunProgress() { end(); }
    RunProgress(const RunProgress&) = delete;
    RunProgress& operator=(const RunProgress&) = delete;

    /// Receives the times that the programs have reached; null if nothing is shown.
    ReachedTimes* reached() { return thread_.joinable() ? &reached_ : nullptr; }
    void end();
    /// Calls `write` while the progress line is cleared, to write other lines. Callable from any
    /// thread.
    void between(const std::function<void()>& write);

  private:
    void show();
    std::string text() const;

    SimTime duration_;
    ReachedTimes reached_;
    StatusLine::Clock::time_point begin_;
    std::mutex mutex_;
    std::condition_variable ending_;
    bool is_ending_ = false;
    StatusLine status_;
    std::thread thread_;
};

}  // namespace gateway

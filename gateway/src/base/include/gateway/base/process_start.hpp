// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <sched.h>

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// What this process was started with, so that it can start anew in its own place: as the same
/// process, with the same arguments, environment and rights to the processor.
class ProcessStart {
  public:
    /// To be made at the beginning of main(), before there are other threads. What marks a process
    /// that has started anew is taken out of the environment: no program that it starts is one.
    /// @param arguments of main(), with the program's name
    explicit ProcessStart(char** arguments);

    /// For the end of main(), with no thread left that matters: starts anew if `control` says so.
    /// The file that is started is the one at the path of this one, which may be a newer one.
    /// @param code of the run that has ended
    /// @return the exit code, if it did not start anew or could not, for which it says why
    int again_or(int code, const RunControl& control) const;

    /// For the end of main(), with no thread left that matters: becomes another program, with the
    /// same arguments, environment and pid. That `control` is to end or to pause is passed
    /// on as SIGTERM or SIGUSR1.
    /// @return what has failed
    std::string become(const std::filesystem::path& program, const RunControl& control) const;

    /// Whether this process has started anew. No, where there is no ProcessStart.
    static bool was_started_anew();

  private:
    std::string execute(const std::string& file, bool is_anew) const;

    char** arguments_;
    std::vector<std::string> environment_;
    std::string file_;
    int policy_ = SCHED_OTHER;
    sched_param parameters_{};
    cpu_set_t cpus_{};
};

}  // namespace gateway

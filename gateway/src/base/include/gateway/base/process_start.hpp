// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <sched.h>

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// Saves how this process was started, so that it can replace itself (exec): with the same pid,
/// arguments, environment, scheduling policy and CPU affinity.
class ProcessStart {
  public:
    /// Precondition: called at the beginning of main(), before there are other threads. Removes the
    /// variable that marks a restarted process from the environment, so that programs which it
    /// starts do not inherit it.
    /// @param arguments argv of main(), which must outlive this object
    explicit ProcessStart(char** arguments);

    /// Restarts the process if `control` requests it. Precondition: at the end of main(), when
    /// other threads may be ended. Executes the file at the path of this program, which may have
    /// been replaced by a newer one.
    /// @param code exit code of the run that has ended
    /// @param control of that run
    /// @return the exit code if the process was not restarted; a failure is reported on standard
    /// error
    int again_or(int code, const RunControl& control) const;

    /// Executes another program in this process, with the same arguments, environment and pid.
    /// Precondition as of again_or(). A request in `control` to stop or to pause is passed on as
    /// SIGTERM or SIGUSR1.
    /// @return the error; on success the function does not return
    std::string become(const std::filesystem::path& program, const RunControl& control) const;

    /// Whether this process is a restarted one. False if there is no ProcessStart.
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

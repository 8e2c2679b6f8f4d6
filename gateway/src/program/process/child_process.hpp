// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gateway {

/// A program that the gateway started, behind a guardian (a process ddc-guardian) that starts it:
/// the program and all that it started end with the gateway, however that ends.
class ChildProcess {
  public:
    /// Starts `command` with its standard output on our standard error and with /dev/null for what
    /// is closed here. A bare name is looked for in `directory` first, then on the PATH.
    /// @param directory where ddc-guardian is
    /// @param output a descriptor for both of its streams, in the place of our standard error
    /// @param passed a descriptor that it gets as number Spawn::kept; ours stays open
    /// @throws std::runtime_error naming the command if it cannot be started
    ChildProcess(const std::vector<std::string>& command, const std::filesystem::path& directory,
                 const std::vector<std::pair<std::string, std::string>>& environment,
                 std::optional<int> output = {}, std::optional<int> passed = {});
    /// Asks it and all its descendants to end (SIGTERM) and, where they have not within two
    /// seconds, ends them (SIGKILL).
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    pid_t pid() const noexcept { return pid_; }
    /// How it ended ("ended with exit code 3", "was ended by signal 9 (Killed)"), if it has.
    std::optional<std::string> ended();
    /// It has ended, by a signal.
    bool has_crashed() const noexcept;
    /// Once ended() has told so; nothing if a signal ended it.
    std::optional<int> exit_code() const noexcept;
    /// As Ctrl-C does: it alone, and not what it has started.
    void interrupt() const noexcept;

  private:
    void start_guardian(const std::string& file, const std::vector<std::string>& command,
                        const std::filesystem::path& directory,
                        const std::vector<std::pair<std::string, std::string>>& environment,
                        std::optional<int> output, std::optional<int> passed);
    void await_start(const std::string& name);
    bool has_guardian_ended(int limit_ms);
    void end_guardian();
    void end_without_guardian() const;
    bool is_gone(int limit_ms) const;

    pid_t guardian_ = -1;
    int socket_ = -1;  ///< to the guardian
    pid_t pid_ = -1;
    int program_ = -1;  ///< a pidfd, for when the guardian is no more
    std::optional<int> wait_status_;
};

}  // namespace gateway

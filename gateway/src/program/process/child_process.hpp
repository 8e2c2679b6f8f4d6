// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gateway {

/// A program that the gateway started, through a guardian (a process ddc-guardian): the program and
/// all processes that it started end with the gateway, however the gateway ends.
class ChildProcess {
  public:
    /// Starts `command` with its standard output on our standard error and with /dev/null for
    /// streams that are closed here. A name without a folder is searched in `directory` first, then
    /// on the PATH.
    /// @param directory folder of ddc-guardian
    /// @param output a descriptor for both of its output streams, instead of our standard error
    /// @param passed a descriptor that it gets as number Spawn::kept; ours stays open
    /// @throws std::runtime_error with the name of the command if it cannot be started
    ChildProcess(const std::vector<std::string>& command, const std::filesystem::path& directory,
                 const std::vector<std::pair<std::string, std::string>>& environment,
                 std::optional<int> output = {}, std::optional<int> passed = {});
    /// Ends the program and all its descendants with SIGTERM, and after two seconds with SIGKILL.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    pid_t pid() const noexcept { return pid_; }
    /// How it ended ("ended with exit code 3", "was ended by signal 9 (Killed)"), if it has.
    std::optional<std::string> ended();
    /// Whether a signal has ended it.
    bool has_crashed() const noexcept;
    /// Valid after ended() has returned a text; nothing if a signal ended the process.
    std::optional<int> exit_code() const noexcept;
    /// Sends SIGINT to the program, not to its descendants.
    void interrupt() const noexcept;
    /// Sends a signal to the program, not to its descendants.
    void send(int signal) const noexcept;
    /// After a signal that ends the program: waits until ended() returns a text, at most some
    /// seconds.
    void await_end();

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
    int program_ = -1;  ///< a pidfd, used when the guardian has ended
    std::optional<int> wait_status_;
};

}  // namespace gateway

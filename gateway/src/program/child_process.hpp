// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gateway {

/// A program that the gateway started. It ends with the gateway, however that ends.
class ChildProcess {
  public:
    /// Starts `command` with its standard output on our standard error. A bare name is looked for
    /// in `directory` first, then on the PATH.
    /// @throws std::runtime_error naming the command if it cannot be started
    ChildProcess(const std::vector<std::string>& command, const std::filesystem::path& directory,
                 const std::vector<std::pair<std::string, std::string>>& environment);
    /// Asks it to end (SIGTERM) and, where it has not within two seconds, ends it (SIGKILL).
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    pid_t pid() const noexcept { return pid_; }
    /// How it ended ("ended with exit code 3", "was ended by signal 9 (Killed)"), if it has.
    std::optional<std::string> ended();

  private:
    pid_t pid_ = -1;
    std::optional<int> wait_status_;
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <csignal>

namespace ddc::command {

/// While it lives, Ctrl-C, SIGTERM and SIGHUP (unless it is ignored, as under nohup) no longer end
/// the process but are remembered, and end the system call that is under way. One at a time.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// Whether one of them has come to the newest of these objects.
    static bool happened() noexcept;

  private:
    std::array<struct sigaction, 3> before_{};
};

}  // namespace ddc::command

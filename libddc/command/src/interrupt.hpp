// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <csignal>

namespace ddc::command {

/// While it exists, Ctrl-C, SIGTERM and SIGHUP (unless ignored, as under nohup) do not end the
/// process: they are recorded, and interrupt the current system call. One object at a time.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// True if one of the signals arrived since the newest object was created.
    static bool happened() noexcept;

  private:
    std::array<struct sigaction, 3> before_{};
};

}  // namespace ddc::command

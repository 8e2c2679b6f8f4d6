// SPDX-License-Identifier: MIT
#pragma once

namespace ddc::command {

/// While it lives, Ctrl-C and SIGTERM no longer end the process but are remembered, and end the
/// system call that is under way. One at a time.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    bool happened() const noexcept;
};

}  // namespace ddc::command

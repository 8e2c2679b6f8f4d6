// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <spawn.h>

namespace gateway {

/// For the main of a program with runs. SIGINT, SIGTERM and SIGHUP (a terminal that is closed) end
/// them in order, SIGRTMIN does and asks for a reload; a SIGHUP that was ignored at the start stays
/// so, as nohup wants it. A reader that goes away (SIGPIPE) and a limit on the size of files
/// (SIGXFSZ) become errors of the write.
/// @param control must outlive the process's last signal
void obey_signals(RunControl& control);

/// For a command that has nothing to end in order: after obey_signals() a signal ends the process
/// again, one that came in between as well.
void end_on_signals();

/// Before the process starts another program in its own place, which calls obey_signals() in turn:
/// signals that come from now on are for that one, and it finds none ignored that was not so here.
void hold_signals();

/// For posix_spawn: a program that is started gets back what obey_signals() made ignored and was
/// not so before.
class OriginalSignals {
  public:
    OriginalSignals();
    ~OriginalSignals();
    OriginalSignals(const OriginalSignals&) = delete;
    OriginalSignals& operator=(const OriginalSignals&) = delete;
    const posix_spawnattr_t* attributes() const noexcept { return &attributes_; }

  private:
    posix_spawnattr_t attributes_;
};

}  // namespace gateway

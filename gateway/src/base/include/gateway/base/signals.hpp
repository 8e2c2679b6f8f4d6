// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <csignal>

namespace gateway {

/// For the main of a program with runs. SIGINT, SIGTERM and SIGHUP (a terminal that is closed) end
/// them in order, SIGRTMIN does and asks for a reload; a SIGHUP that was ignored at the start stays
/// so, as nohup wants it. A reader that goes away (SIGPIPE) and a limit on the size of files
/// (SIGXFSZ) become errors of the write.
/// @param control must outlive the process's last signal
void handle_signals(RunControl& control);

/// For a command that has nothing to end in order: after handle_signals() a signal ends the process
/// again, one that came in between as well.
void end_on_signals();

/// Before the process starts another program in its own place, which calls handle_signals() in
/// turn: signals that come from now on are for that one, and it finds none ignored that was not so
/// here.
void hold_signals();

/// For a program that is started: the signals that handle_signals() made ignored and that were not
/// so before.
sigset_t original_signals();

}  // namespace gateway

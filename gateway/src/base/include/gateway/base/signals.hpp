// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <csignal>

namespace gateway {

/// Installs the signal handlers of a program with runs. SIGINT, SIGTERM and SIGHUP (the terminal
/// was closed) end the runs; SIGRTMIN requests a reload too. A SIGHUP that was ignored at the start
/// (nohup) stays ignored. SIGPIPE and SIGXFSZ are ignored, so that the write fails with an error.
/// @param control must stay valid until the process ends or end_on_signals() is called
void handle_signals(RunControl& control);

/// Restores the default: a signal ends the process, and so does one that arrived since
/// handle_signals(). For commands that need no orderly end.
void end_on_signals();

/// Blocks the signals until this process has executed another program, which gets them when it
/// calls handle_signals(). Ignored signals are restored to what they were before handle_signals().
void hold_signals();

/// The signals that are ignored since handle_signals(). A program that is started must reset them.
sigset_t original_signals();

}  // namespace gateway

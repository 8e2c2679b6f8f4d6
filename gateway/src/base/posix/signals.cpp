// SPDX-License-Identifier: MIT
#include <gateway/base/signals.hpp>

#include <csignal>
#include <initializer_list>

namespace gateway {
namespace {

RunControl* signalled = nullptr;
bool ignores_pipe = false, ignores_file_size = false;

bool is_ignored(int number) {
    struct sigaction before {};
    ::sigaction(number, nullptr, &before);
    return before.sa_handler == SIG_IGN;
}

void set(int number, void (*handler)(int)) noexcept {
    struct sigaction action {};
    action.sa_handler = handler;
    ::sigaction(number, &action, nullptr);
}

/// @return true if the signal was not ignored before
bool ignore(int number) {
    if (is_ignored(number)) return false;
    set(number, SIG_IGN);
    return true;
}

/// The signals that programs with runs handle.
sigset_t held_signals() {
    sigset_t signals;
    ::sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGRTMIN})
        ::sigaddset(&signals, number);
    return signals;
}

}  // namespace

void handle_signals(RunControl& control) {
    signalled = &control;
    const auto stop = [](int) { signalled->end(); };
    set(SIGINT, stop);
    set(SIGTERM, stop);
    if (!is_ignored(SIGHUP)) set(SIGHUP, stop);
    set(SIGRTMIN, [](int) { signalled->begin_reload(); });
    ignores_pipe = ignore(SIGPIPE);
    ignores_file_size = ignore(SIGXFSZ);
    const sigset_t held = held_signals();
    ::pthread_sigmask(SIG_UNBLOCK, &held, nullptr);
}

void end_on_signals() {
    if (signalled == nullptr) return;
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGRTMIN})
        if (!is_ignored(number)) set(number, SIG_DFL);
    if (signalled->stop) ::raise(SIGTERM);
}

void hold_signals() {
    const sigset_t held = held_signals();
    ::pthread_sigmask(SIG_BLOCK, &held, nullptr);
    if (ignores_pipe) set(SIGPIPE, SIG_DFL);
    if (ignores_file_size) set(SIGXFSZ, SIG_DFL);
}

sigset_t original_signals() {
    sigset_t signals;
    ::sigemptyset(&signals);
    if (ignores_pipe) ::sigaddset(&signals, SIGPIPE);
    if (ignores_file_size) ::sigaddset(&signals, SIGXFSZ);
    return signals;
}

}  // namespace gateway

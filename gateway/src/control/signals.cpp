// SPDX-License-Identifier: MIT
#include <gateway/signals.hpp>

#include <csignal>
#include <initializer_list>

namespace gateway {
namespace {

RunControl* obeying = nullptr;
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

/// @return true if that is new
bool ignore(int number) {
    if (is_ignored(number)) return false;
    set(number, SIG_IGN);
    return true;
}

}  // namespace

void obey_signals(RunControl& control) {
    obeying = &control;
    const auto stop = [](int) { obeying->stop = true; };
    set(SIGINT, stop);
    set(SIGTERM, stop);
    if (!is_ignored(SIGHUP)) set(SIGHUP, stop);
    ignores_pipe = ignore(SIGPIPE);
    ignores_file_size = ignore(SIGXFSZ);
}

void end_on_signals() {
    if (obeying == nullptr) return;
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        if (!is_ignored(number)) set(number, SIG_DFL);
    if (obeying->stop) ::raise(SIGTERM);
}

OriginalSignals::OriginalSignals() {
    sigset_t signals;
    ::sigemptyset(&signals);
    if (ignores_pipe) ::sigaddset(&signals, SIGPIPE);
    if (ignores_file_size) ::sigaddset(&signals, SIGXFSZ);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
}

OriginalSignals::~OriginalSignals() {
    ::posix_spawnattr_destroy(&attributes_);
}

}  // namespace gateway

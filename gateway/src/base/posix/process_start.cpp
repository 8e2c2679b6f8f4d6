// SPDX-License-Identifier: MIT
#include <gateway/base/process_start.hpp>

#include <gateway/base/exit_code.hpp>
#include <gateway/base/signals.hpp>
#include "service/journal.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <system_error>

namespace gateway {
namespace {

/// Variable in the environment of a restarted process.
constexpr const char* started_anew = "DDC_GATEWAY_STARTED_ANEW";

bool is_started_anew = false;

}  // namespace

ProcessStart::ProcessStart(char** arguments) : arguments_(arguments) {
    is_started_anew = ::getenv(started_anew) != nullptr;
    ::unsetenv(started_anew);
    for (char** variable = environ; *variable != nullptr; ++variable)
        environment_.emplace_back(*variable);
    std::error_code none;  // without /proc the path is empty, and the restart fails
    file_ = std::filesystem::read_symlink("/proc/self/exe", none).string();
    policy_ = ::sched_getscheduler(0);
    ::sched_getparam(0, &parameters_);
    ::sched_getaffinity(0, sizeof cpus_, &cpus_);
}

int ProcessStart::again_or(int code, const RunControl& control) const {
    if (!control.starts_anew()) return code;
    hold_signals();
    if (!control.starts_anew()) return code;  // end() was called meanwhile, by a signal handler
    const std::string problem = execute(file_, true);
    std::cerr << mark_on_stderr(spdlog::level::err) << arguments_[0]
              << ": cannot restart: " << problem << '\n';
    return exit_code::failed;
}

bool ProcessStart::was_started_anew() {
    return is_started_anew;
}

std::string ProcessStart::become(const std::filesystem::path& program,
                                 const RunControl& control) const {
    hold_signals();
    // They stay pending until the new program unblocks them.
    if (control.stop) ::raise(SIGTERM);
    if (control.pause) ::raise(SIGUSR1);
    return execute(program.string(), is_started_anew);
}

/// @return the error
std::string ProcessStart::execute(const std::string& file, bool is_anew) const {
    ::sched_setscheduler(0, policy_, &parameters_);
    ::sched_setaffinity(0, sizeof cpus_, &cpus_);
    std::string mark = std::string(started_anew) + "=1";
    std::vector<char*> environment;
    if (is_anew) environment.push_back(mark.data());
    for (const std::string& variable : environment_)
        environment.push_back(const_cast<char*>(variable.c_str()));
    environment.push_back(nullptr);
    ::execve(file.c_str(), arguments_, environment.data());
    return file + ": " + std::strerror(errno);
}

}  // namespace gateway

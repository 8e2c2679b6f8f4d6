// SPDX-License-Identifier: MIT
#include "child_process.hpp"

#include "guardian_report.hpp"
#include "program_file.hpp"

#include <gateway/base/signals.hpp>
#include "posix/spawn.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

namespace gateway {
namespace {

constexpr int grace_ms = 2000;
/// Longer than the guardian's own limits: for a guardian that is stopped.
constexpr int guardian_end_ms = 6000;
constexpr int start_ms = 10'000;

/// The gateway's environment, with some variables set.
std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& variables) {
    std::vector<std::string> result;
    result.reserve(variables.size());
    for (const auto& [name, value] : variables) result.push_back(name + "=" + value);
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        bool is_replaced = false;
        for (const auto& variable : variables)
            is_replaced |= text.rfind(variable.first + "=", 0) == 0;
        if (!is_replaced) result.push_back(text);
    }
    return result;
}

/// The next descriptor that is opened may get the number of a closed standard stream. This moves
/// it.
/// @return -1 with errno if no descriptor is free
int above_standard_streams(int descriptor) {
    if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
    const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::close(descriptor);
    return moved;
}

std::runtime_error cannot_start(const std::string& name, int error) {
    return std::runtime_error("cannot start '" + name + "': " + std::strerror(error));
}

bool is_readable(int descriptor, int limit_ms) {
    pollfd event{descriptor, POLLIN, 0};
    return ::poll(&event, 1, limit_ms) == 1;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command,
                           const std::filesystem::path& directory,
                           const std::vector<std::pair<std::string, std::string>>& environment,
                           std::optional<int> output, std::optional<int> passed) {
    start_guardian(program_file(command.at(0), directory), command, directory, environment, output,
                   passed);
    await_start(command[0]);
}

void ChildProcess::start_guardian(
    const std::string& file, const std::vector<std::string>& command,
    const std::filesystem::path& directory,
    const std::vector<std::pair<std::string, std::string>>& environment, std::optional<int> output,
    std::optional<int> passed) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        throw cannot_start(command[0], errno);
    socket_ = above_standard_streams(ends[0]);
    const int theirs = above_standard_streams(ends[1]);
    if (socket_ < 0 || theirs < 0) {
        const int error = errno;
        for (const int end : {socket_, theirs})
            if (end >= 0) ::close(end);
        throw cannot_start(command[0], error);
    }
    const std::string guardian =
        own_program("ddc-guardian", directory).value_or(directory / "ddc-guardian");
    std::vector<std::string> words{guardian, std::to_string(Spawn::kept),
                                   std::to_string(passed ? Spawn::kept + 1 : -1), file};
    words.insert(words.end(), command.begin(), command.end());
    Spawn start(std::move(words));
    start.keep(theirs);
    if (passed) start.keep(*passed);
    if (output) start.connect(STDERR_FILENO, *output);
    start.set_environment(environment_with(environment));
    start.reset_signals(original_signals());
    const int error = start.start(guardian_);
    ::close(theirs);
    if (error == 0) return;
    ::close(socket_);
    throw std::runtime_error("cannot start " + guardian +
                             ", which is installed with ddc-gateway: " + std::strerror(error));
}

void ChildProcess::await_start(const std::string& name) {
    GuardianReport report{GuardianReport::What::cannot_start, ETIMEDOUT};
    if (is_readable(socket_, start_ms))
        if (::recv(socket_, &report, sizeof report, 0) == 0) report.value = ECHILD;
    if (report.what == GuardianReport::What::started) {
        pid_ = report.value;
        program_ = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
        if (program_ >= 0 || errno == ESRCH) return;  // it may have ended already
        report.value = errno;
    }
    end_guardian();
    throw cannot_start(name, report.value);
}

ChildProcess::~ChildProcess() {
    static_cast<void>(::send(socket_, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT));
    end_guardian();
    end_without_guardian();
    if (program_ >= 0) ::close(program_);
}

/// Waits until the guardian has ended; kills it at the limit.
void ChildProcess::end_guardian() {
    if (!has_guardian_ended(guardian_end_ms)) ::kill(guardian_, SIGKILL);
    ::close(socket_);
    ::waitpid(guardian_, nullptr, 0);
}

bool ChildProcess::has_guardian_ended(int limit_ms) {
    GuardianReport report{};
    while (is_readable(socket_, limit_ms)) {
        if (::recv(socket_, &report, sizeof report, MSG_DONTWAIT) <= 0) return true;
        if (report.what == GuardianReport::What::ended) wait_status_ = report.value;
    }
    return false;
}

/// The guardian was killed: only the program's process group can still be ended.
void ChildProcess::end_without_guardian() const {
    if (wait_status_ || is_gone(0)) return;
    ::kill(-pid_, SIGTERM);
    ::kill(-pid_, SIGCONT);
    if (!is_gone(grace_ms)) ::kill(-pid_, SIGKILL);
}

bool ChildProcess::is_gone(int limit_ms) const {
    return program_ < 0 || is_readable(program_, limit_ms);
}

std::optional<std::string> ChildProcess::ended() {
    if (!wait_status_ && has_guardian_ended(0) && !wait_status_ && is_gone(0))
        return "ended, and so did its guardian";
    if (!wait_status_) return std::nullopt;
    if (WIFEXITED(*wait_status_))
        return "ended with exit code " + std::to_string(WEXITSTATUS(*wait_status_));
    const int signal = WTERMSIG(*wait_status_);
    return "was ended by signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
}

bool ChildProcess::has_crashed() const noexcept {
    return wait_status_ && WIFSIGNALED(*wait_status_);
}

std::optional<int> ChildProcess::exit_code() const noexcept {
    if (!wait_status_ || !WIFEXITED(*wait_status_)) return std::nullopt;
    return WEXITSTATUS(*wait_status_);
}

void ChildProcess::interrupt() const noexcept {
    send(SIGINT);
}

void ChildProcess::send(int signal) const noexcept {
    if (program_ >= 0) ::syscall(SYS_pidfd_send_signal, program_, signal, nullptr, 0);
}

void ChildProcess::await_end() {
    GuardianReport report{};
    while (!wait_status_ && is_readable(socket_, guardian_end_ms)) {
        if (::recv(socket_, &report, sizeof report, MSG_DONTWAIT) <= 0) return;
        if (report.what == GuardianReport::What::ended) wait_status_ = report.value;
    }
}

}  // namespace gateway

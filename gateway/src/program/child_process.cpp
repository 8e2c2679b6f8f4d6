// SPDX-License-Identifier: MIT
#include "child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace gateway {
namespace {

constexpr int grace_ms = 2000;

/// In the child: never returns. Writes errno to `failure` if the program cannot be run.
[[noreturn]] void become(const std::string& file, std::vector<char*>& arguments, pid_t parent,
                         int failure) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::setpgid(0, 0);  // Ctrl-C goes to the gateway alone, which then ends the program in order
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    ::execvp(file.c_str(), arguments.data());
    const int error = errno;
    [[maybe_unused]] const ssize_t written = ::write(failure, &error, sizeof error);
    ::_exit(127);
}

std::string resolve(const std::string& name, const std::filesystem::path& directory) {
    if (name.find('/') != std::string::npos) return name;
    const std::filesystem::path beside = directory / name;
    return ::access(beside.c_str(), X_OK) == 0 ? beside.string() : name;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command,
                           const std::filesystem::path& directory,
                           const std::vector<std::pair<std::string, std::string>>& environment) {
    const std::string file = resolve(command.at(0), directory);
    std::vector<std::string> words = command;
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int failure[2];
    if (::pipe2(failure, O_CLOEXEC) != 0)
        throw std::runtime_error(std::string("pipe: ") + std::strerror(errno));
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ == 0) {
        for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
        become(file, arguments, parent, failure[1]);
    }
    const int fork_error = errno;
    ::close(failure[1]);
    int error = 0;
    const bool exec_failed = pid_ > 0 && ::read(failure[0], &error, sizeof error) > 0;
    ::close(failure[0]);
    if (exec_failed) ::waitpid(pid_, nullptr, 0);
    if (pid_ < 0 || exec_failed)
        throw std::runtime_error("cannot start '" + command[0] +
                                 "': " + std::strerror(pid_ < 0 ? fork_error : error));
}

ChildProcess::~ChildProcess() {
    if (ended()) return;
    const auto descriptor = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
    ::kill(pid_, SIGTERM);
    ::kill(pid_, SIGCONT);  // a stopped program could not end
    pollfd event{descriptor, POLLIN, 0};
    if (descriptor < 0 || ::poll(&event, 1, grace_ms) != 1) ::kill(pid_, SIGKILL);
    if (descriptor >= 0) ::close(descriptor);
    ::waitpid(pid_, nullptr, 0);
}

std::optional<std::string> ChildProcess::ended() {
    int status = 0;
    if (!wait_status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) wait_status_ = status;
    if (!wait_status_) return std::nullopt;
    if (WIFEXITED(*wait_status_))
        return "ended with exit code " + std::to_string(WEXITSTATUS(*wait_status_));
    const int signal = WTERMSIG(*wait_status_);
    return "was ended by signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
}

}  // namespace gateway

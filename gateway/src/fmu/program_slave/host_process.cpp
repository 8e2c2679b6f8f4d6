// SPDX-License-Identifier: MIT
#include "host_process.hpp"

#include "program_package.hpp"

#include "posix/spawn.hpp"

#include <fcntl.h>
#include <sys/syscall.h>

#include <cstring>

namespace gateway::fmu {
namespace {

/// The program has 2 s to end, and its guardian some more.
constexpr std::chrono::seconds end_limit{10};

/// A descriptor with the number of a standard stream would be replaced in the new process.
int above_standard_streams(int descriptor) {
    if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
    const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::close(descriptor);
    return moved;
}

/// What the program prints appears on the standard error of this process, if it has one.
void connect_streams(Spawn& process) {
    process.open(STDIN_FILENO, "/dev/null", O_RDONLY);
    if (::fcntl(STDERR_FILENO, F_GETFD) < 0) process.open(STDERR_FILENO, "/dev/null", O_WRONLY);
    process.connect(STDOUT_FILENO, STDERR_FILENO);
}

/// The program gets the signals that this process blocks or ignores.
void reset_signals(Spawn& process) {
    sigset_t none, ignored;
    ::sigemptyset(&none);
    ::sigemptyset(&ignored);
    for (const int number : {SIGCHLD, SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM})
        ::sigaddset(&ignored, number);
    process.block_signals(none);
    process.reset_signals(ignored);
}

}  // namespace

HostProcess::HostProcess(const std::string& resources) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw std::runtime_error(std::string("no socket: ") + std::strerror(errno));
    socket_ = above_standard_streams(ends[0]);
    const int theirs = above_standard_streams(ends[1]);
    try {
        start(resources, theirs);
    } catch (...) {
        ::close(socket_);
        ::close(theirs);
        throw;
    }
    ::close(theirs);
}

void HostProcess::start(const std::string& resources, int theirs) {
    const std::string file = resources + "/" + packed::host;
    Spawn process({file, std::to_string(Spawn::kept), resources});
    connect_streams(process);
    process.keep(theirs);
    process.lead_group();  // so that Ctrl-C reaches only the importer
    reset_signals(process);
    const int error = process.start(pid_);
    if (error != 0) throw std::runtime_error("cannot start " + file + ": " + std::strerror(error));
    process_ = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
}

HostProcess::~HostProcess() {
    ::close(socket_);
    const auto limit = std::chrono::steady_clock::now() + end_limit;
    if (process_ >= 0 && !await_socket(process_, POLLIN, limit))
        ::syscall(SYS_pidfd_send_signal, process_, SIGKILL, nullptr, 0);
    if (process_ >= 0) await_socket(process_, POLLIN, limit + end_limit);
    ::waitpid(pid_, nullptr, WNOHANG);  // the importer may have done it
    if (process_ >= 0) ::close(process_);
}

void HostProcess::exchange(const HostRequest& request, ValueBlock& inputs, ValueBlock& outputs,
                           std::chrono::milliseconds limit) {
    const ExchangeTime deadline = std::chrono::steady_clock::now() + limit;
    HostReply reply;
    std::string text;
    check(send_all(socket_, &request, sizeof request, deadline));
    check(send_all(socket_, inputs.data(), inputs.size(), deadline));
    check(receive_all(socket_, &reply, sizeof reply, deadline));
    check(receive_all(socket_, outputs.data(), outputs.size(), deadline));
    text.resize(std::min(reply.text_size, HostReply::longest_text));
    check(receive_all(socket_, text.data(), text.size(), deadline));
    if (reply.has_failed != 0) throw std::runtime_error(text);
}

void HostProcess::check(Exchanged how) const {
    if (how == Exchanged::all) return;
    if (how == Exchanged::timed_out) throw std::runtime_error("ddc-program-host does not answer");
    throw std::runtime_error("ddc-program-host " + how_ended());
}

std::string HostProcess::how_ended() const {
    siginfo_t status{};
    await_socket(process_, POLLIN, std::chrono::steady_clock::now() + std::chrono::seconds(1));
    if (::waitid(P_PID, static_cast<id_t>(pid_), &status, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        status.si_pid == 0)
        return "has ended";
    if (status.si_code == CLD_EXITED)
        return "has ended with exit code " + std::to_string(status.si_status);
    return "was ended by signal " + std::to_string(status.si_status);
}

}  // namespace gateway::fmu

// SPDX-License-Identifier: MIT
#include "keeper.hpp"

#include "sandbox.hpp"

#include "fmu/futex.hpp"
#include "guardian/descendants.hpp"
#include "host/worker.hpp"

#include <gateway/base/exit_code.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <system_error>

namespace gateway::fmu_host {
namespace {

/// A process that has not ended this long after SIGKILL waits for a device. It is not waited for.
constexpr int most_reaps = 300;
constexpr timespec reap_interval{0, 10'000'000};

[[noreturn]] void fail(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

Keeper::Keeper(const std::string& name) : relay_(name) {
    ::setpgid(0, 0);  // so that Ctrl-C reaches only the gateway
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    block_signals();
    map_block();
}

void Keeper::block_signals() {
    sigset_t blocked, died;
    ::sigemptyset(&blocked);
    for (const int number : {SIGCHLD, SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM})
        ::sigaddset(&blocked, number);
    ::sigprocmask(SIG_BLOCK, &blocked, nullptr);
    ::sigemptyset(&died);
    ::sigaddset(&died, SIGCHLD);
    deaths_ = Descriptor(::signalfd(-1, &died, SFD_CLOEXEC | SFD_NONBLOCK));
    if (deaths_.get() < 0) fail("signalfd");
}

void Keeper::map_block() {
    const Descriptor memory(block_descriptor);
    void* const address =
        ::mmap(nullptr, sizeof(Block), PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0);
    if (address == MAP_FAILED) fail("mmap");
    block_ = static_cast<Block*>(address);
}

int Keeper::run() {
    report({KeeperReport::What::folder, 0, {}}, folder_.path().string());
    try {
        start_worker();
    } catch (const std::exception& error) {
        report({KeeperReport::What::failed, 0, {}}, error.what());
        return exit_code::failed;
    }
    watch();
    end_descendants();
    relay_.finish();
    report_end();
    return exit_code::done;
}

void Keeper::start_worker() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) fail("pipe2");
    output_ = Descriptor(ends[0]);
    const Descriptor theirs(ends[1]);
    if (::fcntl(output_.get(), F_SETFL, O_NONBLOCK) != 0) fail("fcntl");
    const pid_t keeper = ::getpid();
    worker_ = ::fork();
    if (worker_ < 0) fail("fork");
    if (worker_ == 0) be_worker(theirs.get(), keeper);
}

void Keeper::be_worker(int output, pid_t keeper) {
    try {
        sigset_t none;
        ::sigemptyset(&none);
        ::sigprocmask(SIG_SETMASK, &none, nullptr);
        ::dup2(output, STDOUT_FILENO);
        ::dup2(output, STDERR_FILENO);
        const HostSetup setup = setup_from(block_->text);
        const std::string folder = folder_.path().string();
        enter_sandbox(setup, folder, keeper);
        ::_exit(serve(*block_, setup, folder));
    } catch (const std::exception& error) {
        ::dprintf(STDERR_FILENO, "the process cannot be prepared: %s\n", error.what());
    }
    ::_exit(exit_code::failed);
}

/// Returns when the worker has ended; ends it if the gateway closes the lifeline or ends.
void Keeper::watch() {
    bool has_output = true, is_wanted = true;
    while (!reap()) {
        pollfd waiting[] = {{is_wanted ? lifeline_.get() : -1, POLLIN, 0},
                            {deaths_.get(), POLLIN, 0},
                            {has_output ? output_.get() : -1, POLLIN, 0}};
        ::poll(waiting, 3, -1);
        signalfd_siginfo which;
        if (waiting[1].revents != 0) static_cast<void>(::read(deaths_.get(), &which, sizeof which));
        if (waiting[2].revents != 0) has_output = relay_.relay(output_.get());
        if (waiting[0].revents == 0) continue;
        ::kill(worker_, SIGKILL);
        is_wanted = false;
    }
    while (has_output && relay_.relay(output_.get()) && errno != EAGAIN) continue;
}

/// @return whether the worker has ended
bool Keeper::reap() {
    int status = 0;
    for (pid_t pid; (pid = ::waitpid(-1, &status, WNOHANG)) > 0;)
        if (pid == worker_) worker_status_ = status;
    return worker_status_.has_value();
}

/// Ends processes that the FMU has started.
void Keeper::end_descendants() {
    for (int i = 0; i < most_reaps; ++i) {
        const auto left = gateway::descendants();
        for (const pid_t pid : left) ::kill(pid, SIGKILL);
        while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;
        if (left.empty()) return;
        ::nanosleep(&reap_interval, nullptr);
    }
}

/// The report is sent before the gateway is woken.
void Keeper::report_end() {
    report({KeeperReport::What::ended, worker_status_.value_or(0), {}}, "");
    block_->reply.store(host_ended, std::memory_order_release);
    wake(block_->reply);
}

void Keeper::report(KeeperReport report, const std::string& text) {
    const std::size_t size = std::min(text.size(), sizeof report.text - 1);
    std::memcpy(report.text, text.data(), size);
    static_cast<void>(::send(lifeline_.get(), &report, sizeof report, MSG_NOSIGNAL | MSG_DONTWAIT));
}

}  // namespace gateway::fmu_host

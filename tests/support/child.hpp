// SPDX-License-Identifier: MIT
#pragma once

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace tests {

/// A forked process that runs one function and ends with its result. It dies with its parent, and
/// is killed and reaped by the destructor at the latest.
class Child {
  public:
    template <class Body>
    explicit Child(Body body) {
        std::fflush(nullptr);
        const pid_t parent = ::getpid();
        pid_ = ::fork();
        if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
        if (pid_ > 0) return;
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent) ::_exit(99);
        ::_exit(body());
    }
    ~Child() {
        if (pid_ <= 0) return;
        kill();
        wait();
    }
    Child(Child&& other) noexcept : pid_(other.pid_) { other.pid_ = -1; }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    pid_t pid() const noexcept { return pid_; }
    void signal(int number) const noexcept { ::kill(pid_, number); }
    void kill() const noexcept { signal(SIGKILL); }

    /// Waits until it has died or stopped, and does not reap it: a dead one stays a zombie.
    void await_death() const noexcept {
        siginfo_t info{};
        ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
    }
    void await_stop() const noexcept { ::waitpid(pid_, nullptr, WUNTRACED); }

    /// Reaps it. @return its exit code, or the number of the signal that killed it, negative
    int wait() noexcept {
        int status = 0;
        while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }

  private:
    pid_t pid_ = -1;
};

}  // namespace tests

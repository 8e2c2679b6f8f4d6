// SPDX-License-Identifier: MIT
#pragma once

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

namespace gateway::machine {

/// A process that is forked from this one and executes a function. It is killed by the destructor,
/// or if the thread that created it ends.
class ForkedProcess {
  public:
    /// @throws std::system_error
    template <class Body>
    explicit ForkedProcess(Body body) {
        std::fflush(nullptr);
        const pid_t parent = ::getpid();
        pid_ = ::fork();
        if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
        if (pid_ > 0) return;
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() == parent) body();
        ::_exit(0);
    }
    ~ForkedProcess() {
        ::kill(pid_, SIGKILL);
        while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
    }
    ForkedProcess(const ForkedProcess&) = delete;
    ForkedProcess& operator=(const ForkedProcess&) = delete;

  private:
    pid_t pid_ = -1;
};

}  // namespace gateway::machine

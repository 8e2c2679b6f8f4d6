// SPDX-License-Identifier: MIT
#include "sandbox.hpp"

#include "no_processes.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

namespace gateway::fmu_host {
namespace {

constexpr rlim_t most_files = 64;
constexpr rlim_t most_files_of_tool = 1024;
constexpr rlim_t largest_file = rlim_t{1} << 30U;

void require(bool is_done, const char* what) {
    if (!is_done) throw std::system_error(errno, std::generic_category(), what);
}

/// A limit that is lower already remains.
void limit(int resource, rlim_t most) {
    rlimit now{};
    require(::getrlimit(static_cast<__rlimit_resource_t>(resource), &now) == 0, "getrlimit");
    const rlim_t value = now.rlim_max == RLIM_INFINITY || now.rlim_max > most ? most : now.rlim_max;
    const rlimit wanted{value, value};
    require(::setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) == 0, "setrlimit");
}

void end_with(pid_t keeper) {
    require(::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0, "PR_SET_PDEATHSIG");
    if (::getppid() != keeper) ::_exit(1);
}

}  // namespace

void enter_sandbox(const HostSetup& setup, const std::string& folder, pid_t keeper) {
    end_with(keeper);
    require(::close_range(STDERR_FILENO + 1, ~0U, 0) == 0, "close_range");
    ::umask(077);
    require(::chdir(folder.c_str()) == 0, "chdir");
    require(::setenv("TMPDIR", folder.c_str(), 1) == 0, "setenv");
    require(::setenv("HOME", folder.c_str(), 1) == 0, "setenv");
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, largest_file);
    limit(RLIMIT_NOFILE, setup.allow_tool ? most_files_of_tool : most_files);
    require(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "PR_SET_NO_NEW_PRIVS");
    require(::prctl(PR_SET_DUMPABLE, 0) == 0, "PR_SET_DUMPABLE");
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    // A sanitizer reserves more address space than any machine has, and searches leaks in a
    // process.
    limit(RLIMIT_AS, rlim_t{setup.memory_mb} << 20U);
    if (!setup.allow_tool) refuse_processes();
#endif
}

}  // namespace gateway::fmu_host

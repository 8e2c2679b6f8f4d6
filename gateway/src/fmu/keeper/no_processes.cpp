// SPDX-License-Identifier: MIT
#include "no_processes.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <vector>

namespace gateway::fmu_host {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
constexpr std::uint32_t most_calls = 0x40000000;  // other numbers are those of the x32 ABI
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t most_calls = 0x7fffffff;
#else
#error "the numbers of system calls of this architecture are not known here"
#endif

/// A filter of system calls. Each of its conditions ends it or continues with the next one.
class Filter {
  public:
    Filter() {
        load(offsetof(seccomp_data, arch));
        add(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
        fail(EPERM);
        load(offsetof(seccomp_data, nr));
        add(BPF_JMP | BPF_JGE | BPF_K, most_calls, 0, 1);
        fail(EPERM);
    }

    void refuse(long call, int error) {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
        fail(error);
    }
    /// Refuses `call` unless its first argument has the flag. Must be the last condition, since it
    /// loads the argument instead of the number.
    void refuse_without(long call, std::uint32_t flag) {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 3);
        load(offsetof(seccomp_data, args));  // the lower half: both architectures are little-endian
        add(BPF_JMP | BPF_JSET | BPF_K, flag, 1, 0);
        fail(EPERM);
    }
    void install() {
        add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
        const sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
        if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
            throw std::system_error(errno, std::generic_category(), "PR_SET_SECCOMP");
    }

  private:
    void add(int code, std::uint32_t value, int if_true = 0, int if_false = 0) {
        code_.push_back({static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(if_true),
                         static_cast<std::uint8_t>(if_false), value});
    }
    void load(std::size_t offset) {
        add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
    }
    void fail(int error) {
        add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error));
    }

    std::vector<sock_filter> code_;
};

}  // namespace

void refuse_processes() {
    Filter filter;
#ifdef SYS_fork
    filter.refuse(SYS_fork, EPERM);
    filter.refuse(SYS_vfork, EPERM);
#endif
    filter.refuse(SYS_execve, EPERM);
    filter.refuse(SYS_execveat, EPERM);
    // Its flags are in memory, which a filter cannot read. The C library then uses clone.
    filter.refuse(SYS_clone3, ENOSYS);
    filter.refuse_without(SYS_clone, CLONE_THREAD);
    filter.install();
}

}  // namespace gateway::fmu_host

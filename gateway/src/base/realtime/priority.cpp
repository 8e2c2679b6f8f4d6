// SPDX-License-Identifier: MIT
#include "priority.hpp"

#include <sched.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

namespace gateway {
namespace {

Granted answer(int result, const std::string& request, const std::string& advice) {
    if (result == 0) return {};
    return {false, request + " denied: " + std::strerror(errno) + "; " + advice};
}

}  // namespace

Granted set_fifo_priority(int priority) {
    sched_param parameters{};
    parameters.sched_priority = priority;
    return answer(::sched_setscheduler(0, SCHED_FIFO, &parameters),
                  "SCHED_FIFO priority " + std::to_string(priority),
                  "allow it with CAP_SYS_NICE or 'ulimit -r " + std::to_string(priority) + "'");
}

Granted lock_memory() {
    return answer(::mlockall(MCL_CURRENT | MCL_FUTURE), "locked memory",
                  "allow it with CAP_IPC_LOCK or 'ulimit -l unlimited'");
}

Granted set_cpu_affinity(const std::vector<int>& cpus) {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::string names;
    for (const int cpu : cpus) {
        names += (names.empty() ? "" : ",") + std::to_string(cpu);
        if (cpu >= 0 && cpu < CPU_SETSIZE) CPU_SET(static_cast<unsigned>(cpu), &set);
    }
    return answer(::sched_setaffinity(0, sizeof set, &set), "CPU affinity " + names,
                  "name CPUs that 'taskset -p $$' lists");
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "thread_placement.hpp"

#include <sched.h>

namespace gateway {

std::optional<ThreadPlacement> placement_of(pid_t thread) {
    cpu_set_t set;
    sched_param parameters{};
    const int policy = ::sched_getscheduler(thread);
    if (policy < 0 || ::sched_getparam(thread, &parameters) != 0 ||
        ::sched_getaffinity(thread, sizeof set, &set) != 0)
        return std::nullopt;
    ThreadPlacement placement;
    if ((policy & ~SCHED_RESET_ON_FORK) != SCHED_OTHER)
        placement.priority = parameters.sched_priority;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(static_cast<unsigned>(cpu), &set)) placement.cpus.push_back(cpu);
    return placement;
}

}  // namespace gateway

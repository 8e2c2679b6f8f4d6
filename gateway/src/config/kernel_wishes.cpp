// SPDX-License-Identifier: MIT
#include "kernel_wishes.hpp"

#include "../realtime/priority.hpp"

#include <sched.h>

namespace gateway {
namespace {

constexpr Limits cpu_number{0, CPU_SETSIZE - 1};

}  // namespace

void read_kernel_wishes(ConfigReader& reader, KernelWishes& wishes) {
    int priority = 0;
    if (reader.number("priority", priority, {1, 99})) wishes.priority = priority;
    wishes.lock_memory = reader.choice("lock_memory", {"false", "true"}).value_or(0) == 1;
    std::vector<std::string> cpus;
    reader.texts("cpus", cpus);
    for (const std::string& cpu : cpus) {
        const std::string complaint = read_number(cpu, cpu_number, wishes.cpus.emplace_back());
        if (!complaint.empty())
            reader.fail("cpus", "must be a list of CPUs such as [0, 1]; one " + complaint);
    }
}

void ask_kernel(const KernelWishes& wishes, const std::function<void(const std::string&)>& log) {
    const auto tell = [&](const Granted& granted) {
        if (!granted.ok) log(granted.message);
    };
    if (wishes.priority) tell(set_fifo_priority(*wishes.priority));
    if (wishes.lock_memory) tell(lock_memory());
    if (!wishes.cpus.empty()) tell(set_cpu_affinity(wishes.cpus));
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "kernel_wishes.hpp"

#include "../realtime/priority.hpp"

#include <sched.h>

namespace gateway {
namespace {

constexpr plant::Range cpu_number{0, CPU_SETSIZE - 1};

}  // namespace

void read_kernel_wishes(plant::YamlReader& reader, KernelWishes& wishes) {
    int priority = 0;
    if (reader.number("priority", priority, {1, 99})) wishes.priority = priority;
    reader.flag("lock_memory", wishes.lock_memory);
    std::vector<std::string> cpus;
    reader.texts("cpus", cpus);
    for (const std::string& cpu : cpus) {
        const auto complaint = plant::read_number(cpu, cpu_number, wishes.cpus.emplace_back());
        if (!complaint.empty())
            reader.refuse("cpus", "must be a list of CPUs such as [0, 1]; one " + complaint);
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

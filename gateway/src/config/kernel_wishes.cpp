// SPDX-License-Identifier: MIT
#include "kernel_wishes.hpp"

#include "../realtime/priority.hpp"

namespace gateway {

void read_kernel_wishes(ConfigReader& reader, KernelWishes& wishes) {
    double priority = 0;
    reader.number("priority", priority, 1, 99);
    if (priority > 0) wishes.priority = static_cast<int>(priority);
    wishes.lock_memory = reader.choice("lock_memory", {"false", "true"}).value_or(0) == 1;
    std::vector<std::string> cpus;
    reader.texts("cpus", cpus);
    for (const std::string& cpu : cpus) {
        if (cpu.empty() || cpu.size() > 4 ||
            cpu.find_first_not_of("0123456789") != std::string::npos)
            reader.fail("cpus", "must be a list of CPU numbers such as [0, 1], has '" + cpu + "'");
        wishes.cpus.push_back(std::stoi(cpu));
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

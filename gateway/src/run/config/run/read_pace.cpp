// SPDX-License-Identifier: MIT
#include "read_pace.hpp"

#include "number/limits.hpp"

#include <sched.h>

namespace gateway {
namespace {

constexpr plant::Range cpu_number{0, CPU_SETSIZE - 1};

}  // namespace

void read_overrun_and_scale(plant::YamlReader& reader, RealTimeOptions& pace) {
    plant::Names policies;
    for (const OverrunRow& row : overrun_policies) policies.push_back(row.name);
    reader.choice("overrun", pace.overrun, policies);
    reader.number("time_scale", pace.time_scale, limits::time_scale);
}

void read_scheduling(plant::YamlReader& reader, SchedulingOptions& options) {
    int priority = 0;
    if (reader.number("priority", priority, {1, 99})) options.priority = priority;
    reader.flag("lock_memory", options.lock_memory);
    std::vector<std::string> cpus;
    reader.texts("cpus", cpus);
    for (const std::string& cpu : cpus) {
        const auto complaint = plant::read_number(cpu, cpu_number, options.cpus.emplace_back());
        if (!complaint.empty())
            reader.refuse("cpus", "must be a list of CPUs such as [0, 1]; one " + complaint);
    }
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "read_sections.hpp"

#include "assembly/run_config.hpp"
#include "number/limits.hpp"

#include <sched.h>

#include <cmath>

namespace gateway {
namespace {

/// Part of the period; the rest is for other work of a cycle.
constexpr double longest_wait = 0.875;

constexpr plant::Range cpu_number{0, CPU_SETSIZE - 1};

constexpr plant::Range longest_dma_latency_us{0, 1'000'000};

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
    int dma_latency_us = 0;
    if (reader.number("dma_latency_us", dma_latency_us, longest_dma_latency_us))
        options.dma_latency = std::chrono::microseconds(dma_latency_us);
    std::vector<std::string> cpus;
    reader.texts("cpus", cpus);
    for (const std::string& cpu : cpus) {
        const auto complaint = plant::read_number(cpu, cpu_number, options.cpus.emplace_back());
        if (!complaint.empty())
            reader.refuse("cpus", "must be a list of CPUs such as [0, 1]; one " + complaint);
    }
}

void read_realtime(plant::YamlReader reader, RealtimeConfig& config) {
    reader.time("period_s", config.pace.dt, {1e-4, 10});
    read_overrun_and_scale(reader, config.pace);
    reader.time("program_timeout_s", config.program.program_timeout, {1e-3, 1e6});
    reader.choice("send", config.program.send, {"on_period", "on_output"});
    reader.choice("begin", config.begins_on_state, {"on_period", "on_state"});
    int spin_us = 0;
    reader.number("spin_us", spin_us, {0, 100'000});
    config.spin = std::chrono::microseconds(spin_us);
    const double period_ns = static_cast<double>(config.pace.dt.count()) / config.pace.time_scale;
    config.program.longest_wait = std::chrono::nanoseconds(std::llround(period_ns * longest_wait));
    reader.flag("evidence", config.has_evidence);
    read_scheduling(reader, config.scheduling);
}

}  // namespace gateway

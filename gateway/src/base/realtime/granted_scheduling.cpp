// SPDX-License-Identifier: MIT
#include "granted_scheduling.hpp"

#include "thread_placement.hpp"

#include "machine/cpu_list.hpp"
#include "machine/machine_tree.hpp"
#include "text/text.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <sstream>

namespace gateway {
namespace {

std::string priority_text(int priority) {
    return priority > 0 ? "SCHED_FIFO " + std::to_string(priority) : "ordinary";
}

std::string microseconds_text(std::chrono::microseconds time) {
    return std::to_string(time.count()) + " us";
}

/// The locked memory of this process as the kernel counts it.
std::string locked_memory_text() {
    std::istringstream status(MachineTree().text("proc/self/status").value_or(""));
    for (std::string line; std::getline(status, line);)
        if (line.rfind("VmLck:", 0) == 0) {
            const long kib = std::atol(line.c_str() + 6);
            return kib > 0 ? std::to_string((kib + 1023) / 1024) + " MiB" : "none";
        }
    return "not available";
}

GrantedSetting setting(const char* name, std::string requested, std::string granted,
                       const Granted& reply) {
    return {name, std::move(requested), std::move(granted), reply.message};
}

std::vector<int> sorted(std::vector<int> cpus) {
    std::sort(cpus.begin(), cpus.end());
    return cpus;
}

GrantedSetting priority(const SchedulingOptions& options) {
    Granted reply;
    if (options.priority) reply = set_fifo_priority(*options.priority);
    const auto placement = placement_of(0);
    return setting("priority", priority_text(options.priority.value_or(0)),
                   placement ? priority_text(placement->priority) : "not available", reply);
}

GrantedSetting cpus(const SchedulingOptions& options) {
    Granted reply;
    if (!options.cpus.empty()) reply = set_cpu_affinity(options.cpus);
    const auto placement = placement_of(0);
    return setting("CPUs", options.cpus.empty() ? "any" : cpu_list_text(sorted(options.cpus)),
                   placement ? cpu_list_text(placement->cpus) : "not available", reply);
}

GrantedSetting locked_memory(const SchedulingOptions& options) {
    Granted reply;
    if (options.lock_memory) reply = lock_memory();
    return setting("locked memory", options.lock_memory ? "all" : "none", locked_memory_text(),
                   reply);
}

/// The shortest time that any process requests, which is the one in force. Reading it changes
/// nothing. Empty if this process may not read it.
std::optional<std::int32_t> wake_up_limit_us() {
    const Descriptor file(::open("/dev/cpu_dma_latency", O_RDONLY | O_CLOEXEC));
    std::int32_t us = 0;
    if (file.get() < 0 || ::read(file.get(), &us, sizeof us) != sizeof us) return std::nullopt;
    return us;
}

GrantedSetting wake_up_latency(const SchedulingOptions& options, std::optional<DmaLatency>& held) {
    if (!options.dma_latency) return setting("wake-up latency", "any", "any", {});
    const Granted& reply = held.emplace(*options.dma_latency).granted();
    const std::string requested = microseconds_text(*options.dma_latency);
    const auto limit_us = reply.ok ? wake_up_limit_us() : std::nullopt;
    const std::string in_force = limit_us ? std::to_string(*limit_us) + " us" : requested;
    return setting("wake-up latency", requested, reply.ok ? in_force : "any", reply);
}

GrantedSetting spinning(std::chrono::microseconds spin) {
    const std::string text = spin.count() > 0 ? microseconds_text(spin) : "none";
    return setting("spinning", text, text, {});
}

std::string one_text(const GrantedSetting& s) {
    const std::string text = s.name + " " + s.granted;
    return s.advice.empty() ? text : text + " (requested " + s.requested + ")";
}

}  // namespace

GrantedScheduling::GrantedScheduling(const SchedulingOptions& options,
                                     std::chrono::microseconds spin) {
    settings_ = {priority(options), cpus(options), locked_memory(options),
                 wake_up_latency(options, dma_latency_), spinning(spin)};
}

std::string text_of(const std::vector<GrantedSetting>& settings) {
    return joined(settings, ", ", one_text);
}

}  // namespace gateway

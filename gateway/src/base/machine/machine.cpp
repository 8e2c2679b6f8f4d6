// SPDX-License-Identifier: MIT
#include "machine.hpp"

#include "cpu_list.hpp"
#include "interrupts.hpp"

#include "text/text.hpp"

#include <plant/number_text.hpp>

#include <algorithm>
#include <sstream>
#include <string_view>

namespace gateway {
namespace {

constexpr std::size_t most_cpus = 1024;
constexpr const char* cpu_folder = "sys/devices/system/cpu/";

using Text = std::optional<std::string>;
using MaybeCpus = std::optional<std::vector<int>>;

/// The value of the first line "name: value".
Text value_of(const Text& lines, std::string_view name) {
    std::istringstream in(lines.value_or(""));
    for (std::string line; std::getline(in, line);) {
        const auto colon = line.find(':');
        if (colon == std::string::npos || !is_ascii_text(line)) continue;
        if (trimmed(std::string_view(line).substr(0, colon)) == name)
            return std::string(trimmed(std::string_view(line).substr(colon + 1)));
    }
    return std::nullopt;
}

bool has_word(const std::string& text, std::string_view word) {
    std::istringstream in(text);
    for (std::string each; in >> each;)
        if (each == word) return true;
    return false;
}

/// The version is "Linux version 6.1.0-rt ... #1 SMP PREEMPT_RT ...".
Text release_in(const Text& version) {
    std::istringstream in(version.value_or(""));
    std::string linux, word, release;
    if (in >> linux >> word >> release && linux == "Linux" && word == "version") return release;
    return std::nullopt;
}

Text preemption_in(const MachineTree& tree, const Text& version) {
    if (tree.number("sys/kernel/realtime") == 1) return "PREEMPT_RT";
    if (!release_in(version)) return std::nullopt;
    for (const char* kind : {"PREEMPT_RT", "PREEMPT_DYNAMIC", "PREEMPT"})
        if (has_word(*version, kind)) return kind;
    return "none";
}

/// The CPUs of a boot parameter. isolcpus has flags before them: "managed_irq,domain,2-3".
MaybeCpus cpus_of_parameter(const Text& boot, const std::string& name) {
    if (!boot) return std::nullopt;
    std::istringstream in(*boot);
    for (std::string each; in >> each;) {
        if (each.compare(0, name.size() + 1, name + '=') != 0) continue;
        const auto first = each.find_first_of("0123456789", name.size() + 1);
        return first == std::string::npos ? std::nullopt : read_cpu_list(each.substr(first));
    }
    return std::vector<int>{};
}

/// The kernel's list, or else the boot parameter.
MaybeCpus cpus_in(const MachineTree& tree, const std::string& file, const Text& boot,
                  const std::string& parameter) {
    if (tree.has(file)) {
        const auto list = tree.text(file, 4096);
        if (const auto cpus = list ? read_cpu_list(*list) : std::nullopt) return cpus;
    }
    return cpus_of_parameter(boot, parameter);
}

std::vector<IdleState> idle_states_in(const MachineTree& tree, const std::string& folder) {
    std::vector<IdleState> states;
    for (const std::string& name : tree.names_in(folder)) {
        const std::string state = folder + '/' + name;
        const auto latency_us = tree.number(state + "/latency");
        if (!latency_us) continue;
        states.push_back({tree.line(state + "/name").value_or(name), *latency_us,
                          tree.number(state + "/disable").value_or(0) != 0});
    }
    return states;
}

CpuState cpu_in(const MachineTree& tree, int cpu) {
    const std::string folder = cpu_folder + ("cpu" + std::to_string(cpu));
    const auto siblings = tree.line(folder + "/topology/thread_siblings_list");
    return {cpu, tree.line(folder + "/cpufreq/scaling_governor"),
            idle_states_in(tree, folder + "/cpuidle"),
            siblings ? read_cpu_list(*siblings).value_or(std::vector<int>{}) : std::vector<int>{}};
}

/// The CPUs that are online; else those that /proc/cpuinfo lists.
std::vector<int> online_in(const MachineTree& tree, const Text& cpuinfo) {
    const auto list = tree.line(std::string(cpu_folder) + "online");
    auto cpus = list ? read_cpu_list(*list) : std::nullopt;
    if (!cpus || cpus->empty()) {
        cpus.emplace();
        std::istringstream in(cpuinfo.value_or(""));
        for (std::string line; std::getline(in, line);)
            if (line.compare(0, 9, "processor") == 0)
                cpus->push_back(static_cast<int>(cpus->size()));
    }
    if (cpus->size() > most_cpus) cpus->resize(most_cpus);
    return *cpus;
}

std::optional<bool> is_virtual(const MachineTree& tree, const Text& cpuinfo) {
    if (tree.has("sys/hypervisor/type")) return true;
    const auto flags = value_of(cpuinfo, "flags");
    if (!flags) return std::nullopt;
    return has_word(*flags, "hypervisor");
}

/// "Max realtime priority  0  0": the soft limit. -1 for "unlimited".
std::optional<std::int64_t> limit_in(const Text& limits, std::string_view name) {
    std::istringstream in(limits.value_or(""));
    for (std::string line; std::getline(in, line);) {
        if (line.compare(0, name.size(), name) != 0) continue;
        std::istringstream values(line.substr(name.size()));
        std::string soft;
        std::int64_t value = 0;
        if (!(values >> soft)) return std::nullopt;
        if (soft == "unlimited") return -1;
        if (!plant::read_data_number(soft, {0, 9e15}, value).empty()) return std::nullopt;
        return value;
    }
    return std::nullopt;
}

/// Whether this process has a capability, by its bit.
bool has_capability(const Text& status, unsigned bit) {
    const auto text = value_of(status, "CapEff");
    std::uint64_t set = 0;
    std::istringstream in(text.value_or(""));
    return in >> std::hex >> set && (set >> bit & 1) != 0;
}

/// The choice in brackets: "always [madvise] never".
Text chosen(const Text& choices) {
    if (!choices) return std::nullopt;
    const auto open = choices->find('['), close = choices->find(']');
    if (open == std::string::npos || close == std::string::npos || close < open)
        return std::nullopt;
    return choices->substr(open + 1, close - open - 1);
}

void read_limits(const MachineTree& tree, Machine& machine) {
    constexpr unsigned cap_ipc_lock = 14, cap_sys_nice = 23;
    const auto limits = tree.text("proc/self/limits"), status = tree.text("proc/self/status");
    machine.rtprio_limit = limit_in(limits, "Max realtime priority");
    machine.memlock_limit = limit_in(limits, "Max locked memory");
    if (has_capability(status, cap_sys_nice)) machine.rtprio_limit = 99;
    if (has_capability(status, cap_ipc_lock)) machine.memlock_limit = -1;
    if (const auto allowed = value_of(status, "Cpus_allowed_list"))
        machine.allowed_cpus = read_cpu_list(*allowed);
    machine.sched_rt_runtime_us = tree.number("proc/sys/kernel/sched_rt_runtime_us");
    machine.sched_rt_period_us = tree.number("proc/sys/kernel/sched_rt_period_us");
}

void read_cpus(const MachineTree& tree, Machine& machine) {
    const auto boot = tree.text("proc/cmdline"), cpuinfo = tree.text("proc/cpuinfo");
    const std::string folder = cpu_folder;
    machine.cpu_model = value_of(cpuinfo, "model name");
    machine.is_virtual = is_virtual(tree, cpuinfo);
    for (const int cpu : online_in(tree, tree.text("proc/cpuinfo", std::size_t{4} << 20)))
        machine.cpus.push_back(cpu_in(tree, cpu));
    machine.isolated_cpus = cpus_in(tree, folder + "isolated", boot, "isolcpus");
    machine.nohz_full_cpus = cpus_in(tree, folder + "nohz_full", boot, "nohz_full");
    machine.rcu_nocbs_cpus = cpus_of_parameter(boot, "rcu_nocbs");
}

}  // namespace

std::vector<int> Machine::online_cpus() const {
    std::vector<int> numbers;
    for (const CpuState& each : cpus) numbers.push_back(each.cpu);
    return numbers;
}

Machine read_machine(const MachineTree& tree, const std::string& interface) {
    Machine machine;
    const auto version = tree.line("proc/version");
    machine.kernel = release_in(version);
    machine.preemption = preemption_in(tree, version);
    read_cpus(tree, machine);
    read_limits(tree, machine);
    machine.huge_pages = chosen(tree.line("sys/kernel/mm/transparent_hugepage/enabled"));
    machine.has_dma_latency = tree.has("dev/cpu_dma_latency");
    machine.may_set_dma_latency = tree.may_write("dev/cpu_dma_latency");
    const std::string clocks = "sys/devices/system/clocksource/clocksource0/";
    machine.clocksource = tree.line(clocks + "current_clocksource");
    machine.available_clocksources = tree.line(clocks + "available_clocksource");
    if (!interface.empty()) machine.interrupt_cpus = interrupt_cpus_of(tree, interface);
    return machine;
}

}  // namespace gateway

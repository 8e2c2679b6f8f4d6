// SPDX-License-Identifier: MIT
#include "facts.hpp"

#include "cpu_list.hpp"

#include "text/text.hpp"

#include <algorithm>

namespace gateway {
namespace {

constexpr std::int64_t longest_wake_up_us = 10;

/// A fact with a rating. The advice is left out where it is not needed.
Fact rated(const char* name, std::string found, std::string wanted, bool is_good,
           std::string advice) {
    return {name, std::move(found), std::move(wanted), is_good ? "" : std::move(advice),
            is_good ? Rating::good : Rating::poor};
}

Fact unknown(const char* name, std::string wanted) {
    return {name, "not available", std::move(wanted), {}, Rating::unknown};
}

/// A property without a demand.
Fact plain_fact(const char* name, const std::optional<std::string>& found) {
    if (!found) return unknown(name, {});
    return {name, *found, {}, {}, Rating::good};
}

/// The CPUs of the loop; all if it is not bound.
std::vector<int> cpus_of(const Machine& machine, const LoopNeeds& needs) {
    return needs.cpus.empty() ? machine.online_cpus() : needs.cpus;
}

/// The CPUs to name in advice: those of the loop, or else the last one.
std::string advised_cpus(const Machine& machine, const LoopNeeds& needs) {
    if (!needs.cpus.empty()) return cpu_list_text(needs.cpus);
    return machine.cpus.empty() ? "CPUS" : std::to_string(machine.cpus.back().cpu);
}

Fact kernel(const Machine& machine, const LoopNeeds&) {
    return plain_fact("kernel", machine.kernel);
}

Fact preempt_rt(const Machine& machine, const LoopNeeds&) {
    constexpr const char* name = "PREEMPT_RT";
    if (!machine.preemption) return unknown(name, "yes");
    const bool is_rt = *machine.preemption == name;
    return rated(name, is_rt ? "yes" : "no (preemption: " + *machine.preemption + ')', "yes", is_rt,
                 "install linux-image-rt-amd64 and boot it");
}

Fact cpu_model(const Machine& machine, const LoopNeeds&) {
    return plain_fact("CPU", machine.cpu_model);
}

Fact virtual_machine(const Machine& machine, const LoopNeeds&) {
    constexpr const char* name = "virtual machine";
    if (!machine.is_virtual) return unknown(name, "no");
    return rated(name, *machine.is_virtual ? "yes" : "no", "no", !*machine.is_virtual,
                 "use the machine itself: its host may delay a virtual one at any time");
}

Fact cpu_count(const Machine& machine, const LoopNeeds&) {
    constexpr const char* name = "CPUs";
    constexpr const char* wanted = "2 or more";
    if (machine.cpus.empty()) return unknown(name, wanted);
    const std::size_t count =
        machine.allowed_cpus ? machine.allowed_cpus->size() : machine.cpus.size();
    std::string found = cpu_list_text(machine.online_cpus()) + " online";
    if (machine.allowed_cpus) found += ", " + cpu_list_text(*machine.allowed_cpus) + " allowed";
    return rated(name, std::move(found), wanted, count >= 2,
                 "allow this process another CPU, so that loop and program do not share one");
}

/// A list of CPUs that must contain those of the loop.
Fact reserved_cpus(const char* name, const std::optional<std::vector<int>>& found,
                   const Machine& machine, const LoopNeeds& needs) {
    const std::string advised = advised_cpus(machine, needs);
    const std::string wanted = needs.cpus.empty() ? "a CPU for the loop" : advised;
    if (!found) return unknown(name, wanted);
    const bool is_good = needs.cpus.empty() ? !found->empty() : has_cpus(*found, needs.cpus);
    return rated(name, cpu_list_text(*found), wanted, is_good,
                 std::string("boot parameter ") + name + '=' + advised);
}

Fact isolated(const Machine& machine, const LoopNeeds& needs) {
    return reserved_cpus("isolcpus", machine.isolated_cpus, machine, needs);
}

Fact nohz_full(const Machine& machine, const LoopNeeds& needs) {
    return reserved_cpus("nohz_full", machine.nohz_full_cpus, machine, needs);
}

Fact rcu_nocbs(const Machine& machine, const LoopNeeds& needs) {
    return reserved_cpus("rcu_nocbs", machine.rcu_nocbs_cpus, machine, needs);
}

/// Calls visit(cpu) for the loop's CPUs that are online.
template <class Visitor>
void for_each_cpu(const Machine& machine, const LoopNeeds& needs, Visitor visit) {
    const std::vector<int> cpus = cpus_of(machine, needs);
    for (const CpuState& each : machine.cpus)
        if (std::binary_search(cpus.begin(), cpus.end(), each.cpu)) visit(each);
}

Fact governor(const Machine& machine, const LoopNeeds& needs) {
    constexpr const char* name = "frequency governor";
    constexpr const char* best = "performance";
    std::vector<std::string> found;
    for_each_cpu(machine, needs, [&found](const CpuState& cpu) {
        if (cpu.governor && std::find(found.begin(), found.end(), *cpu.governor) == found.end())
            found.push_back(*cpu.governor);
    });
    if (found.empty()) return unknown(name, best);
    return rated(name, joined(found), best, found.size() == 1 && found[0] == best,
                 "cpupower frequency-set -g performance");
}

Fact idle_states(const Machine& machine, const LoopNeeds& needs) {
    constexpr const char* name = "idle states";
    const std::string wanted = "at most " + std::to_string(longest_wake_up_us) + " us to wake up";
    IdleState deepest;
    bool is_known = false;
    for_each_cpu(machine, needs, [&](const CpuState& cpu) {
        for (const IdleState& state : cpu.idle_states) {
            is_known = true;
            if (!state.is_disabled && state.exit_latency_us >= deepest.exit_latency_us)
                deepest = state;
        }
    });
    if (!is_known) return unknown(name, wanted);
    const bool is_kept_awake = needs.keeps_awake && machine.may_set_dma_latency;
    return rated(name,
                 deepest.name + ", " + std::to_string(deepest.exit_latency_us) + " us to wake up",
                 wanted, is_kept_awake || deepest.exit_latency_us <= longest_wake_up_us,
                 "dma_latency_us: 0 in the configuration, or cpupower idle-set -D " +
                     std::to_string(longest_wake_up_us));
}

Fact siblings(const Machine& machine, const LoopNeeds& needs) {
    constexpr const char* name = "SMT siblings";
    constexpr const char* wanted = "none";
    std::vector<std::string> shared;
    bool is_known = false;
    const std::vector<int> online = machine.online_cpus();
    for_each_cpu(machine, needs, [&](const CpuState& cpu) {
        is_known |= !cpu.siblings.empty();
        const std::string cores = cpu_list_text(common_cpus(cpu.siblings, online));
        if (common_cpus(cpu.siblings, online).size() > 1 &&
            std::find(shared.begin(), shared.end(), cores) == shared.end())
            shared.push_back(cores);
    });
    if (!is_known) return unknown(name, wanted);
    return rated(name, shared.empty() ? "none" : "one core: " + joined(shared, "; "), wanted,
                 shared.empty(), "echo off > /sys/devices/system/cpu/smt/control");
}

Fact interrupts(const Machine& machine, const LoopNeeds& needs) {
    const std::string name = "interrupts of " + needs.interface;
    const std::string wanted = needs.cpus.empty() ? "" : "not on " + cpu_list_text(needs.cpus);
    if (!machine.interrupt_cpus) return unknown(name.c_str(), wanted);
    const std::vector<int>& found = *machine.interrupt_cpus;
    return rated(name.c_str(), found.empty() ? "none" : "on " + cpu_list_text(found), wanted,
                 common_cpus(found, needs.cpus).empty(),
                 "write another CPU to /proc/irq/N/smp_affinity_list of each, and stop irqbalance");
}

Fact throttling(const Machine& machine, const LoopNeeds& needs) {
    constexpr const char* name = "sched_rt_runtime_us";
    const char* wanted = needs.spins ? "-1" : "-1, if the loop spins";
    if (!machine.sched_rt_runtime_us) return unknown(name, wanted);
    std::string found = std::to_string(*machine.sched_rt_runtime_us);
    if (machine.sched_rt_period_us) found += " of " + std::to_string(*machine.sched_rt_period_us);
    return rated(name, std::move(found), wanted, *machine.sched_rt_runtime_us < 0 || !needs.spins,
                 "sysctl kernel.sched_rt_runtime_us=-1");
}

Fact priority(const Machine& machine, const LoopNeeds& needs) {
    constexpr const char* name = "RLIMIT_RTPRIO";
    const std::int64_t needed = needs.priority.value_or(1);
    const std::string wanted = std::to_string(needed) + " or more";
    if (!machine.rtprio_limit) return unknown(name, wanted);
    const std::int64_t limit = *machine.rtprio_limit < 0 ? 99 : *machine.rtprio_limit;
    return rated(name, std::to_string(limit), wanted, limit >= needed,
                 "'USER - rtprio " + std::to_string(std::max<std::int64_t>(needed, 80)) +
                     "' in /etc/security/limits.d/realtime.conf");
}

Fact locked_memory(const Machine& machine, const LoopNeeds&) {
    constexpr const char* name = "RLIMIT_MEMLOCK";
    constexpr const char* wanted = "unlimited";
    if (!machine.memlock_limit) return unknown(name, wanted);
    const std::int64_t limit = *machine.memlock_limit;
    return rated(name, limit < 0 ? wanted : std::to_string(limit >> 10) + " KiB", wanted, limit < 0,
                 "'USER - memlock unlimited' in /etc/security/limits.d/realtime.conf");
}

Fact huge_pages(const Machine& machine, const LoopNeeds&) {
    constexpr const char* name = "transparent huge pages";
    constexpr const char* wanted = "madvise or never";
    if (!machine.huge_pages) return unknown(name, wanted);
    return rated(name, *machine.huge_pages, wanted, *machine.huge_pages != "always",
                 "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled");
}

Fact dma_latency(const Machine& machine, const LoopNeeds&) {
    constexpr const char* name = "/dev/cpu_dma_latency";
    constexpr const char* wanted = "may be opened";
    if (!machine.has_dma_latency) return unknown(name, wanted);
    return rated(name, machine.may_set_dma_latency ? wanted : "not permitted", wanted,
                 machine.may_set_dma_latency,
                 "a rule of udev: KERNEL==\"cpu_dma_latency\", GROUP=\"realtime\", MODE=\"0660\"");
}

/// Reading hpet and acpi_pm takes a microsecond, and jiffies have a resolution of milliseconds.
Fact clock_source(const Machine& machine, const LoopNeeds&) {
    constexpr const char* name = "clock source";
    constexpr const char* wanted = "tsc, kvm-clock or arch_sys_counter";
    if (!machine.clocksource) return unknown(name, wanted);
    const std::string& found = *machine.clocksource;
    const bool is_good = found == "tsc" || found == "kvm-clock" || found == "arch_sys_counter";
    return rated(name, found, wanted, is_good,
                 "boot parameter clocksource=tsc (available: " +
                     machine.available_clocksources.value_or("unknown") + ')');
}

}  // namespace

const char* name_of(Rating rating) noexcept {
    switch (rating) {
        case Rating::good:
            return "good";
        case Rating::poor:
            return "poor";
        case Rating::unknown:
            break;
    }
    return "unknown";
}

std::vector<Fact> facts_of(const Machine& machine, const LoopNeeds& needs) {
    std::vector<Fact> facts;
    for (const auto fact : {kernel, preempt_rt, cpu_model, virtual_machine, cpu_count, isolated,
                            nohz_full, rcu_nocbs, governor, idle_states, siblings, throttling,
                            priority, locked_memory, huge_pages, dma_latency, clock_source})
        facts.push_back(fact(machine, needs));
    if (!needs.interface.empty()) facts.push_back(interrupts(machine, needs));
    return facts;
}

}  // namespace gateway

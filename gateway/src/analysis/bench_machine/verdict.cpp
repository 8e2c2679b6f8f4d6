// SPDX-License-Identifier: MIT
#include "verdict.hpp"

#include <spdlog/fmt/fmt.h>

#include <cmath>

namespace gateway::machine {
namespace {

/// One loop, with all that may explain its lateness.
struct Case {
    const BenchPlan& plan;
    const Machine& machine;
    const MachineBench& bench;
    const LoopBench& loop;
    std::chrono::nanoseconds limit;

    bool holds(const LoopTimes& times) const {
        return times.overruns == 0 && share_within(times.lateness, limit) >= held_share;
    }
    /// Whether a setting that the loop does not have moves its p99 from above the limit to below.
    bool would_help(const char* fact) const {
        for (const Effect& effect : bench.effects)
            if (effect.fact == fact && !effect.is_used)
                return effect.without.lateness.percentile(0.99) > limit &&
                       effect.with.lateness.percentile(0.99) <= limit;
        return false;
    }
};

/// A possible reason why a period is not held. @return empty if it is none
using Reason = std::string (*)(const Case&);

std::string denied(const Case& each) {
    return each.loop.idle.denied.empty() ? "" : each.loop.idle.denied.front();
}

std::string too_many_spin(const Case& each) {
    const std::size_t cpus =
        each.machine.allowed_cpus ? each.machine.allowed_cpus->size() : each.machine.cpus.size();
    if (each.plan.spinning == 0 || each.plan.spinning < cpus) return {};
    return fmt::format(
        "{} spinning loops on {} CPUs leave none for the program and the interrupts; set spin_us: "
        "0",
        each.plan.spinning, cpus);
}

/// A loop that spins for its whole period never sleeps, so the kernel stops it.
std::string throttled(const Case& each) {
    const LoopSetup& setup = each.loop.setup;
    const bool never_sleeps = setup.scheduling.priority && setup.spin >= setup.period;
    if (!never_sleeps || each.machine.sched_rt_runtime_us.value_or(0) < 0) return {};
    return "a SCHED_FIFO loop that never sleeps is throttled; set spin_us below the period, or "
           "sysctl kernel.sched_rt_runtime_us=-1";
}

std::string no_priority(const Case& each) {
    const bool only_with_load = each.holds(each.loop.idle);
    if (each.loop.setup.scheduling.priority) return {};
    if (!only_with_load && !each.would_help("RLIMIT_RTPRIO")) return {};
    return "ordinary priority: other processes delay the loop; set priority";
}

std::string idle_states(const Case& each) {
    if (!each.would_help("/dev/cpu_dma_latency")) return {};
    return "idle states: the CPUs wake up too slowly; set dma_latency_us: 0, or cpupower idle-set "
           "-D "
           "10";
}

std::string waking_up(const Case& each) {
    if (!each.would_help("spinning")) return {};
    return "waking the loop takes too long; set spin_us";
}

std::string too_short(const Case& each) {
    const auto typical = each.loop.idle.lateness.percentile(0.5);
    if (typical <= each.limit) return {};
    return "the period is too short: half of the wake-ups take " + time_text(typical) + " or more";
}

std::string not_realtime(const Case& each) {
    if (each.machine.preemption == "PREEMPT_RT" || !each.machine.preemption) return {};
    return "the kernel has no PREEMPT_RT; install linux-image-rt-amd64";
}

std::string is_virtual(const Case& each) {
    if (!each.machine.is_virtual.value_or(false)) return {};
    return "the host delays this virtual machine; use the machine itself";
}

std::string bottleneck_of(const Case& each) {
    for (const Reason reason : {denied, too_many_spin, throttled, no_priority, idle_states,
                                waking_up, too_short, not_realtime, is_virtual}) {
        const std::string text = reason(each);
        if (!text.empty()) return text;
    }
    return "not found: other interrupts or the firmware (SMI) may delay the loop";
}

}  // namespace

double share_within(const Histogram& values, std::chrono::nanoseconds limit) {
    if (values.count() == 0) return 0;
    if (values.max() <= limit) return 1;
    std::uint64_t within = 0;
    values.for_each([&](std::chrono::nanoseconds edge, std::uint64_t count) {
        if (edge <= limit) within += count;
    });
    return static_cast<double>(within) / static_cast<double>(values.count());
}

std::vector<PeriodVerdict> verdicts_of(const BenchPlan& plan, const Machine& machine,
                                       const MachineBench& bench) {
    std::vector<PeriodVerdict> verdicts;
    for (const LoopBench& loop : bench.loops) {
        if (!loop.idle.is_measured() || !loop.loaded.is_measured()) continue;
        const Case each{plan, machine, bench, loop, loop.setup.period / 10};
        PeriodVerdict verdict;
        verdict.period = loop.setup.period;
        verdict.limit = each.limit;
        verdict.count = loop.idle.lateness.count();
        verdict.share = share_within(loop.idle.lateness, each.limit);
        verdict.loaded_share = share_within(loop.loaded.lateness, each.limit);
        verdict.is_held = each.holds(loop.idle) && each.holds(loop.loaded);
        if (!verdict.is_held) verdict.bottleneck = bottleneck_of(each);
        verdicts.push_back(verdict);
    }
    return verdicts;
}

std::string text_of(const PeriodVerdict& verdict) {
    std::string text = fmt::format("{}: {}; {} of {} periods began within {}, with load {}",
                                   time_text(verdict.period), verdict.is_held ? "held" : "NOT HELD",
                                   share_text(verdict.share), verdict.count,
                                   time_text(verdict.limit), share_text(verdict.loaded_share));
    if (!verdict.bottleneck.empty()) text += "\n  first bottleneck: " + verdict.bottleneck;
    return text;
}

std::string share_text(double share) {
    return fmt::format("{} %", std::floor(share * 1e4 + 1e-6) / 1e2);
}

std::string time_text(std::chrono::nanoseconds time) {
    const auto ns = static_cast<double>(time.count());
    return ns < 1e6 ? fmt::format("{:.4g} us", ns / 1e3) : fmt::format("{:.4g} ms", ns / 1e6);
}

}  // namespace gateway::machine

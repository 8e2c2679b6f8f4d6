// SPDX-License-Identifier: MIT
#include "starvation.hpp"

#include "machine/cpu_list.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>

namespace gateway {
namespace {

/// A loop that spins for a smaller part of the time leaves enough for others.
constexpr double large_share = 0.5;

bool spins(const PlacedLoop& loop) {
    return loop.spinning_share() >= large_share;
}

/// What remains of the CPUs for others; empty if that is nothing.
std::vector<int> others(const Placement& p, const PlacedLoop& loop) {
    std::vector<int> left;
    std::set_difference(p.cpus.begin(), p.cpus.end(), loop.placement.cpus.begin(),
                        loop.placement.cpus.end(), std::back_inserter(left));
    return left;
}

std::string how_it_spins(const PlacedLoop& loop) {
    const std::string how =
        loop.spinning_share() >= 1
            ? "never sleeps"
            : fmt::format("spins for {:.0f} % of the time", 100 * loop.spinning_share());
    return fmt::format("{} {} with SCHED_FIFO {}", loop.name, how, loop.placement.priority);
}

std::string replaced(const std::string& advice, const std::vector<int>& cpus) {
    return fmt::format(fmt::runtime(advice), cpu_list_text(cpus));
}

std::string without_cpus(const Placement& p, const PlacedLoop& loop) {
    return fmt::format(
        "{} on any of the CPUs {}, so that it takes that of another process: set "
        "cpus, or reduce spin_us",
        how_it_spins(loop), cpu_list_text(p.cpus));
}

std::string starved(const Placement& p, const PlacedLoop& loop, const PlacedPartner& partner) {
    const bool has_others = !has_cpus(loop.placement.cpus, partner.placement.cpus);
    const std::vector<int> left = others(p, loop);
    const std::string what = fmt::format(
        "{} on CPU {}, where {} {}", how_it_spins(loop), cpu_list_text(loop.placement.cpus),
        partner.name, has_others ? "may run too and then gets no time" : "has to run");
    if (left.empty()) return what + ": reduce spin_us, since there is no other CPU";
    return what + ": " + replaced(partner.advice, left) + ", or reduce spin_us";
}

std::string interrupted(const Placement& p, const PlacedLoop& loop) {
    return fmt::format(
        "{} on CPU {}, which handles interrupts of {}: write another CPU to "
        "/proc/irq/N/smp_affinity_list of each, and stop irqbalance",
        how_it_spins(loop), cpu_list_text(common_cpus(loop.placement.cpus, p.interrupt_cpus)),
        p.interface);
}

/// Whether the kernel stops the loop for the rest of a period.
bool is_throttled(const Placement& p, const PlacedLoop& loop) {
    if (!p.rt_runtime_us || !p.rt_period_us || *p.rt_runtime_us < 0) return false;
    return loop.spinning_share() * static_cast<double>(*p.rt_period_us) >
           static_cast<double>(*p.rt_runtime_us);
}

std::string throttled(const Placement& p, const PlacedLoop& loop) {
    return fmt::format(
        "{}, and the kernel stops it for {} of every {} ms: sysctl "
        "kernel.sched_rt_runtime_us=-1, or reduce spin_us",
        how_it_spins(loop), static_cast<double>(*p.rt_period_us - *p.rt_runtime_us) / 1000,
        static_cast<double>(*p.rt_period_us) / 1000);
}

/// Loops and programs that spin, whatever their priority.
std::vector<std::string> spinning(const Placement& p) {
    std::vector<std::string> names;
    for (const PlacedLoop& loop : p.loops)
        if (spins(loop)) names.push_back(loop.name);
    for (const PlacedPartner& partner : p.partners)
        if (partner.spins) names.push_back(partner.name);
    return names;
}

void add_too_many(const Placement& p, std::vector<std::string>& warnings) {
    const std::vector<std::string> names = spinning(p);
    if (names.size() <= p.cpus.size()) return;
    warnings.push_back(fmt::format(
        "{} threads spin on {} CPU{} ({}): reduce spin_us, or DDC_SPIN_US of the programs",
        names.size(), p.cpus.size(), p.cpus.size() == 1 ? "" : "s", fmt::join(names, ", ")));
}

}  // namespace

double PlacedLoop::spinning_share() const noexcept {
    return std::min(1.0,
                    2 * static_cast<double>(spin.count()) / static_cast<double>(period.count()));
}

std::vector<std::string> starvation_warnings(const Placement& p) {
    const PlacedLoop& loop = p.loops[p.own];
    std::vector<std::string> warnings;
    if (!spins(loop)) return warnings;
    add_too_many(p, warnings);
    if (loop.placement.priority == 0) return warnings;
    if (!loop.is_bound && p.cpus.size() > 1) warnings.push_back(without_cpus(p, loop));
    for (const PlacedPartner& partner : p.partners) {
        const bool is_bound_or_one = loop.is_bound || p.cpus.size() == 1;
        const bool shares = !common_cpus(loop.placement.cpus, partner.placement.cpus).empty();
        if (is_bound_or_one && shares && partner.placement.priority <= loop.placement.priority)
            warnings.push_back(starved(p, loop, partner));
    }
    if (loop.is_bound && !common_cpus(loop.placement.cpus, p.interrupt_cpus).empty())
        warnings.push_back(interrupted(p, loop));
    if (is_throttled(p, loop)) warnings.push_back(throttled(p, loop));
    return warnings;
}

}  // namespace gateway

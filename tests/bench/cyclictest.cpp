// SPDX-License-Identifier: MIT
#include "cyclictest.hpp"

#include "command_output.hpp"

#include "bench_machine/measured_loop.hpp"
#include "machine/machine.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace bench {
namespace {

constexpr int priority = 80;
constexpr std::chrono::microseconds period{1000};
/// One minute is long enough to compare the two on a quiet machine.
constexpr std::chrono::seconds duration{10};

gateway::machine::LoopSetup setup_on(int cpu) {
    gateway::machine::LoopSetup setup;
    setup.period = period;
    setup.duration = duration;
    setup.scheduling.priority = priority;
    setup.scheduling.lock_memory = true;
    setup.scheduling.cpus = {cpu};
    setup.scheduling.dma_latency = std::chrono::microseconds(0);
    return setup;
}

/// Reads the rows "000017 4711" of a histogram: a lateness in us and its count.
/// @throws std::runtime_error if there are none
double p99_of(const std::string& output) {
    std::map<int, std::uint64_t> rows;
    std::uint64_t count = 0, seen = 0;
    std::istringstream in(output);
    for (std::string line; std::getline(in, line);) {
        int us = 0;
        std::uint64_t times = 0;
        std::istringstream row(line);
        if (!(row >> us >> times)) continue;
        rows[us] += times;
        count += times;
    }
    const std::uint64_t wanted = count - count / 100;
    for (const auto& [us, times] : rows)
        if (count > 0 && (seen += times) >= wanted) return us;
    throw std::runtime_error("cyclictest has measured nothing");
}

double cyclictest_p99_us(int cpu) {
    return p99_of(output_of(
        {"cyclictest", "--mlockall", "--quiet", "--threads=1", "--histogram=100000",
         "--priority=" + std::to_string(priority), "--interval=" + std::to_string(period.count()),
         "--duration=" + std::to_string(duration.count()), "--affinity=" + std::to_string(cpu)}));
}

double our_p99_us(int cpu) {
    static const std::atomic<bool> never{false};
    const auto p99 = measure_loop(setup_on(cpu), never).lateness.percentile(0.99);
    return std::chrono::duration<double, std::micro>(p99).count();
}

}  // namespace

std::optional<Result> lateness_as_cyclictest() {
    const gateway::Machine machine = gateway::read_machine(gateway::MachineTree());
    const bool may_set = machine.rtprio_limit.value_or(0) >= priority;
    if (!may_set || std::system("cyclictest --help > /dev/null 2>&1") != 0) return std::nullopt;
    const int cpu = machine.allowed_cpus.value_or(machine.online_cpus()).back();
    return compare(
        Measured{"lateness p99 of a loop alone, 1 ms", [cpu] { return our_p99_us(cpu); }},
        Measured{"cyclictest", [cpu] { return cyclictest_p99_us(cpu); }}, "us", {5, Pick::median});
}

}  // namespace bench

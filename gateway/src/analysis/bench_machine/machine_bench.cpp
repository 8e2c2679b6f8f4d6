// SPDX-License-Identifier: MIT
#include "machine_bench.hpp"

#include "load.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <functional>

namespace gateway::machine {
namespace {

using namespace std::chrono_literals;

constexpr int round_trips = 500, effects = 3;
constexpr auto round_trips_take = 3s;
constexpr int fifo_priority = 80;
constexpr std::chrono::nanoseconds longest_spin = 500us;

/// One plan being measured.
class Bench {
  public:
    Bench(const BenchPlan& plan, const std::vector<int>& cpus, const std::atomic<bool>& stop,
          StatusLine& status)
        : plan_(plan), cpus_(cpus), stop_(stop), status_(status) {}

    MachineBench run() {
        result_.clock = measure_clock();
        for (const LoopSetup& setup : plan_.loops)
            result_.loops.push_back({setup, measure_one(setup, false), measure_one(setup, true)});
        measure_effects();
        measure_trips();
        result_.is_interrupted = stop_;
        return std::move(result_);
    }

  private:
    LoopTimes measure_one(const LoopSetup& setup, bool has_load) {
        ++step_;
        std::optional<Load> load;
        if (stop_) return {};
        if (has_load) load.emplace(cpus_, setup.duration + 10s);
        return measure_loop(setup, stop_, [&] {
            show(fmt::format("period {} ms{}",
                             std::chrono::duration<double, std::milli>(setup.period).count(),
                             has_load ? ", with load" : ""));
        });
    }

    void measure_effects() {
        const LoopBench& base = result_.loops.front();
        const SchedulingOptions& scheduling = base.setup.scheduling;
        LoopSetup changed = base.setup;
        changed.scheduling.priority =
            scheduling.priority ? std::nullopt : std::optional<int>(fifo_priority);
        add_effect({"RLIMIT_RTPRIO",
                    fmt::format("SCHED_FIFO {}", scheduling.priority.value_or(fifo_priority)),
                    scheduling.priority.has_value(),
                    true,
                    {},
                    {}},
                   base.loaded, changed);
        changed = base.setup;
        changed.scheduling.dma_latency =
            scheduling.dma_latency ? std::nullopt : std::optional<std::chrono::microseconds>(0us);
        add_effect({"/dev/cpu_dma_latency",
                    "cpu_dma_latency 0",
                    scheduling.dma_latency.has_value(),
                    false,
                    {},
                    {}},
                   base.idle, changed);
        changed = base.setup;
        const bool spins = changed.spin.count() > 0;
        changed.spin = spins ? 0ns : std::min(longest_spin, changed.period / 2);
        add_effect({"spinning",
                    fmt::format("spin_us {}", std::max(changed.spin, base.setup.spin) / 1us),
                    spins,
                    false,
                    {},
                    {}},
                   base.idle, changed);
    }

    /// Measures the loop with the setting changed, unless the kernel denies what it needs.
    void add_effect(Effect effect, const LoopTimes& base, const LoopSetup& changed) {
        LoopTimes other = measure_one(changed, effect.has_load);
        effect.with = effect.is_used ? base : other;
        effect.without = effect.is_used ? other : base;
        if (effect.with.denied.empty() && other.is_measured())
            result_.effects.push_back(std::move(effect));
    }

    void measure_trips() {
        const SchedulingOptions& scheduling = plan_.loops.front().scheduling;
        ++step_;
        show("round trips");
        FutexPartner futex;
        result_.futex = measure_round_trips([&futex] { return futex.round_trip(); }, round_trips,
                                            scheduling, stop_);
        UdpPartner udp;
        result_.udp = measure_round_trips([&udp] { return udp.round_trip(); }, round_trips,
                                          scheduling, stop_);
    }

    void show(const std::string& what) {
        const std::size_t all = 2 * plan_.loops.size() + effects + 1;
        status_.look([&] { return fmt::format("measurement {} of {}: {}", step_, all, what); });
    }

    const BenchPlan& plan_;
    const std::vector<int>& cpus_;
    const std::atomic<bool>& stop_;
    StatusLine& status_;
    MachineBench result_;
    std::size_t step_ = 0;
};

}  // namespace

std::chrono::seconds expected_duration(const BenchPlan& plan) {
    std::chrono::nanoseconds all = round_trips_take + effects * plan.loops.front().duration;
    for (const LoopSetup& loop : plan.loops) all += 2 * loop.duration;
    return std::chrono::ceil<std::chrono::seconds>(all);
}

MachineBench measure(const BenchPlan& plan, const std::vector<int>& cpus,
                     const std::atomic<bool>& stop, StatusLine& status) {
    return Bench(plan, cpus, stop, status).run();
}

}  // namespace gateway::machine

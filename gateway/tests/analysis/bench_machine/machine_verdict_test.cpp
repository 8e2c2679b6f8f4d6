// SPDX-License-Identifier: MIT
#include "bench_machine/bench_report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <sstream>
#include <string>

namespace machine_verdict_test {

using namespace std::chrono_literals;
using namespace gateway::machine;
using gateway::Histogram;
using gateway::Machine;

LoopTimes times(std::chrono::nanoseconds lateness, std::uint64_t overruns = 0) {
    LoopTimes times;
    for (int i = 0; i < 1000; ++i) times.lateness.add(lateness);
    times.overruns = overruns;
    return times;
}

/// A loop of 1 ms whose periods begin within 20 us, on a machine with two CPUs and PREEMPT_RT.
struct Scene {
    BenchPlan plan;
    Machine machine;
    MachineBench bench;

    Scene() {
        LoopSetup setup;
        setup.period = 1ms;
        setup.scheduling.priority = 80;
        plan.loops = {setup};
        machine.cpus.resize(2);
        machine.preemption = "PREEMPT_RT";
        bench.loops = {{setup, times(20us), times(20us)}};
    }
    LoopBench& loop() { return bench.loops.front(); }
    void add_effect(const char* fact, std::chrono::nanoseconds with) {
        bench.effects.push_back({fact, "setting", false, false, times(with), loop().idle});
    }
    PeriodVerdict verdict() const { return verdicts_of(plan, machine, bench).at(0); }
    bool has_bottleneck(const std::string& part) const {
        return verdict().bottleneck.find(part) != std::string::npos;
    }
};

TEST_CASE("the share within a limit never counts a value above it") {
    Histogram values;
    CHECK(share_within(values, 1ms) == 0);
    for (int i = 1; i <= 100; ++i) values.add(i * 10us);
    CHECK(share_within(values, 1ms) == 1);
    CHECK(share_within(values, 5us) == 0);
    const double half = share_within(values, 500us);
    CHECK(half <= 0.5);
    CHECK(half >= 0.48);
}

TEST_CASE("a share is rounded down, so that 100 % means all") {
    CHECK(share_text(1) == "100 %");
    CHECK(share_text(0.999999) == "99.99 %");
    CHECK(share_text(4999.0 / 5000) == "99.98 %");
    CHECK(share_text(0) == "0 %");
}

TEST_CASE("a period is held if its periods begin within a tenth of it") {
    Scene sut;
    CHECK(sut.verdict().is_held);
    CHECK(sut.verdict().bottleneck.empty());
    CHECK(text_of(sut.verdict()) ==
          "1 ms: held; 100 % of 1000 periods began within 100 us, with load 100 %");
    sut.loop().loaded = times(101us);
    CHECK_FALSE(sut.verdict().is_held);
    sut.loop().loaded = times(20us, 1);
    CHECK_FALSE(sut.verdict().is_held);
}

TEST_CASE("one period in a thousand may be late") {
    Scene sut;
    sut.loop().idle.lateness.add(900us);
    CHECK(sut.verdict().is_held);
    sut.loop().idle.lateness.add(900us);
    CHECK_FALSE(sut.verdict().is_held);
}

TEST_CASE("the first bottleneck is a request that the kernel has denied") {
    Scene sut;
    sut.loop().idle = times(500us);
    sut.loop().idle.denied = {"SCHED_FIFO priority 80 denied"};
    sut.plan.spinning = 2;
    CHECK(sut.verdict().bottleneck == "SCHED_FIFO priority 80 denied");
    sut.loop().idle.denied.clear();
    CHECK(sut.has_bottleneck("2 spinning loops on 2 CPUs"));
    sut.machine.allowed_cpus = {0, 1, 2};
    CHECK_FALSE(sut.has_bottleneck("spinning loops"));
}

TEST_CASE("a loop that never sleeps is throttled, unless that is switched off") {
    Scene sut;
    sut.loop().idle = times(50ms, 5);
    sut.loop().setup.spin = 1ms;
    sut.machine.sched_rt_runtime_us = 950'000;
    CHECK(sut.has_bottleneck("throttled"));
    sut.machine.sched_rt_runtime_us = -1;
    CHECK_FALSE(sut.has_bottleneck("throttled"));
}

TEST_CASE("a loop of ordinary priority that only a load delays lacks priority") {
    Scene sut;
    sut.loop().setup.scheduling.priority.reset();
    sut.loop().loaded = times(5ms, 900);
    CHECK(sut.has_bottleneck("set priority"));
}

TEST_CASE("a setting that was measured to help is the bottleneck") {
    Scene sut;
    sut.loop().idle = times(150us);
    CHECK(sut.has_bottleneck("the period is too short"));
    sut.add_effect("spinning", 1us);
    CHECK(sut.has_bottleneck("set spin_us"));
    sut.add_effect("/dev/cpu_dma_latency", 120us);
    CHECK(sut.has_bottleneck("set spin_us"));
    sut.bench.effects.back().with = times(30us);
    CHECK(sut.has_bottleneck("idle states"));
}

TEST_CASE("rare delays are explained by the kernel or the host") {
    Scene sut;
    sut.loop().idle.overruns = 1;
    CHECK(sut.has_bottleneck("not found"));
    sut.machine.is_virtual = true;
    CHECK(sut.has_bottleneck("virtual machine"));
    sut.machine.preemption = "PREEMPT";
    CHECK(sut.has_bottleneck("PREEMPT_RT"));
}

TEST_CASE("a loop that was not measured with a load has no verdict") {
    Scene sut;
    sut.loop().loaded = {};
    CHECK(verdicts_of(sut.plan, sut.machine, sut.bench).empty());
    BenchReport report;
    report.bench = sut.bench;
    CHECK_FALSE(report.is_held());
}

TEST_CASE("the report has a row for each decade part, and all periods in them") {
    Scene scene;
    scene.loop().loaded = times(30ms, 1000);
    BenchReport sut;
    sut.bench = scene.bench;
    std::ostringstream out;
    print(sut, out);
    const std::string text = out.str();
    CHECK(text.find("     20 us    ") == std::string::npos);
    CHECK(text.find("     50 us    ########################    1000 ") != std::string::npos);
    CHECK(text.find("     50 ms    ") != std::string::npos);
    CHECK(text.find("1000 of 1000 a period late") != std::string::npos);
    const auto json = to_json(sut);
    CHECK(json["loops"][0]["loaded"]["lateness_us"]["count"] == 1000);
    CHECK(json["loops"][0]["loaded"]["overruns"] == 1000);
    CHECK(json["held"] == false);
}

}  // namespace machine_verdict_test

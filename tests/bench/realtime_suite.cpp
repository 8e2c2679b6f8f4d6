// SPDX-License-Identifier: MIT
#include "cyclictest.hpp"
#include "percentile.hpp"
#include "realtime_scene.hpp"
#include "suites.hpp"

#include <sys/resource.h>

#include <thread>

namespace bench {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::string period_key(std::chrono::nanoseconds period) {
    return "period_s: " + std::to_string(std::chrono::duration<double>(period).count());
}

/// Lateness of cycles with a waiting program and a simulated vehicle, and of a bare loop, measured
/// alternately; the median of the rounds counts.
std::vector<Result> lateness(const char* name, std::chrono::nanoseconds period) {
    constexpr int rounds = 5;
    constexpr double duration_s = 4;
    std::vector<double> p50, p99, bare_p50, bare_p99;
    for (int i = 0; i < rounds; ++i) {
        RealtimeScene scene(period_key(period), false, duration_s);
        const auto late = scene.finish()["realtime"]["lateness_us"];
        p50.push_back(late["p50"]);
        p99.push_back(late["p99"]);
        const BareLoop bare = run_bare_loop(period, duration_s);
        bare_p50.push_back(percentile(bare.lateness_us, 0.5));
        bare_p99.push_back(percentile(bare.lateness_us, 0.99));
    }
    const std::string base = "bare absolute-deadline loop";
    return {{std::string("lateness p50, ") + name, pick(p50, Pick::median), "us", base,
             pick(bare_p50, Pick::median)},
            {std::string("lateness p99, ") + name, pick(p99, Pick::median), "us", base,
             pick(bare_p99, Pick::median)}};
}

/// Periods of 1 ms that began a period or more late, in a minute in which both run.
Result missed_at_1_khz() {
    constexpr double duration_s = 60;
    RealtimeScene scene(period_key(1ms), false, duration_s);
    const BareLoop bare = run_bare_loop(1ms, duration_s);
    const auto summary = scene.finish();
    return {"periods missed, 1 kHz for 60 s", summary["realtime"]["overruns"].get<double>(), "1",
            "bare loop at the same time", static_cast<double>(bare.missed)};
}

struct PeriodCost {
    double work_us;      ///< p50 of a period without the wait for its begin
    double lateness_us;  ///< p50
    double cpu_us;       ///< of all threads of the gateway and the program, per period
};

double cpu_of_children_us() {
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    const auto us = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_usec);
    };
    return us(usage.ru_utime) + us(usage.ru_stime);
}

PeriodCost cost_of_period(bool has_evidence) {
    constexpr double duration_s = 10;
    const double cpu_before_us = cpu_of_children_us();
    nlohmann::json summary;
    {
        RealtimeScene scene(period_key(1ms) + (has_evidence ? "" : ", evidence: false"), false,
                            duration_s);
        summary = scene.finish();
    }
    return {summary["timing"]["cycle_latency_us"]["p50"], summary["realtime"]["lateness_us"]["p50"],
            (cpu_of_children_us() - cpu_before_us) / (duration_s / 1e-3)};
}

/// A period with and without the evidence of a realtime run, measured alternately.
std::vector<Result> evidence_cost() {
    constexpr int rounds = 5;
    std::vector<double> work[2], lateness[2], cpu[2];
    for (int i = 0; i < 2 * rounds; ++i) {
        const bool has_evidence = i % 2 == 0;
        const PeriodCost cost = cost_of_period(has_evidence);
        work[has_evidence].push_back(cost.work_us);
        lateness[has_evidence].push_back(cost.lateness_us);
        cpu[has_evidence].push_back(cost.cpu_us);
    }
    const auto result = [](const char* name, const std::vector<double>(&values)[2]) {
        return Result{name, pick(values[true], Pick::median), "us", "without evidence",
                      pick(values[false], Pick::median)};
    };
    return {result("exchange with the program p50, 1 ms, evidence", work),
            result("lateness p50, 1 ms, evidence", lateness),
            result("CPU time per period, 1 ms, evidence", cpu)};
}

/// Time from the program's write to the CMD on the wire, in us, while STATEs arrive every 5 ms.
std::vector<double> output_to_cmd_us(std::chrono::nanoseconds period, int count) {
    RealtimeScene scene(period_key(period) + ", send: on_output", true, 3600);
    std::vector<double> latencies_us;
    for (const auto end = Clock::now() + 20s;
         static_cast<int>(latencies_us.size()) < count && Clock::now() < end;) {
        scene.show_state();
        if (const auto cmd = scene.await_cmd(5ms))
            latencies_us.push_back((cmd->arrived_ns - cmd->written_ns) * 1e-3);
    }
    return latencies_us;
}

Result output_latency() {
    const double slow_us = percentile(output_to_cmd_us(100ms, 100), 0.5);
    const double quick_us = percentile(output_to_cmd_us(10ms, 1000), 0.5);
    return {"output to CMD p50, period 100 ms", slow_us, "us", "the same, period 10 ms", quick_us};
}

}  // namespace

std::vector<Result> realtime() {
    std::vector<Result> results = lateness("10 ms", 10ms);
    for (const Result& result : lateness("1 ms", 1ms)) results.push_back(result);
    for (const Result& result : evidence_cost()) results.push_back(result);
    if (const auto result = lateness_as_cyclictest()) results.push_back(*result);
    results.push_back(output_latency());
    results.push_back(missed_at_1_khz());
    return results;
}

}  // namespace bench

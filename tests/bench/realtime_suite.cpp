// SPDX-License-Identifier: MIT
#include "percentile.hpp"
#include "realtime_scene.hpp"
#include "suites.hpp"

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
        const auto late = scene.finish()["lateness_us"];
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
    return {"periods missed, 1 kHz for 60 s", summary["overruns"].get<double>(), "1",
            "bare loop at the same time", static_cast<double>(bare.missed)};
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
    results.push_back(output_latency());
    results.push_back(missed_at_1_khz());
    return results;
}

}  // namespace bench

// SPDX-License-Identifier: MIT
// An unmodified polling program that integrates over delta_sec drives in realtime as in measured
// mode.
#include "../support/scene.hpp"
#include "../support/watchdog.hpp"

#include <doctest/doctest.h>

#include <sys/resource.h>

#include <algorithm>
#include <cmath>

namespace integrating_test {

using tests::Command;
using tests::Finished;
using tests::Scene;
using tests::Trace;

constexpr double duration_s = 15;

struct Drive {
    std::vector<double>
        steering_deg;      ///< one for each period, without those of the fail-safe command
    double range_deg = 0;  ///< of the steering
    double jump_deg = 0;   ///< the largest change from one period to the next
    double cpu_s = 0;      ///< of the gateway and its child processes
};

/// CPU time of all children of this process that have ended.
double children_cpu_s() {
    rusage used{};
    ::getrusage(RUSAGE_CHILDREN, &used);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

Drive drive(const std::string& mode, const char* assist_us = "") {
    const Scene scene;
    const double cpu_before_s = children_cpu_s();
    const auto config = scene.scratch.write(
        "run.yaml", mode + "duration_s: " + std::to_string(duration_s) + "\nddc: {name: " +
                        scene.table + "}\nprogram: {exec: [integrating_autopilot, ddc, \"4000\"]}" +
                        "\nvehicle: {start: {vx_mps: 6.8}}\nroute: {file: " + PROJECT_DIRECTORY +
                        "/programs/demo/route.csv}\ntrace: trace.csv\n");
    const Finished end = tests::run(scene.scratch, {"ddc-gateway", "run", config},
                                    {{"DDC_POLL_ASSIST_US", assist_us},
                                     {"XDG_RUNTIME_DIR", ""},
                                     {"TMPDIR", scene.scratch.path()}});
    INFO("standard error: " << end.err);
    REQUIRE((end.exit_code == 0 || end.exit_code == 3));
    const Trace trace(scene.scratch.path() / "trace.csv");
    const auto steering = trace.column("set_steering"), failsafe = trace.column("failsafe");
    Drive result;
    for (std::size_t i = 0; i < steering.size(); ++i)
        if (failsafe[i] == 0) result.steering_deg.push_back(steering[i]);
    for (std::size_t i = 1; i < result.steering_deg.size(); ++i)
        result.jump_deg = std::max(result.jump_deg,
                                   std::abs(result.steering_deg[i] - result.steering_deg[i - 1]));
    const auto [least, most] =
        std::minmax_element(result.steering_deg.begin(), result.steering_deg.end());
    result.range_deg = *most - *least;
    result.cpu_s = children_cpu_s() - cpu_before_s;
    return result;
}

/// The share of the periods that steer within 0.2 degrees of the other drive, which began `shift`
/// periods later.
double agreement(const Drive& a, const Drive& b, std::size_t shift) {
    const std::size_t count = std::min(a.steering_deg.size(), b.steering_deg.size()) - shift;
    std::size_t near = 0;
    for (std::size_t i = 0; i < count; ++i)
        if (std::abs(a.steering_deg[i + shift] - b.steering_deg[i]) <= 0.2) ++near;
    return static_cast<double>(near) / static_cast<double>(count);
}

/// The same, if either began later by up to 0.2 s.
double best_agreement(const Drive& a, const Drive& b) {
    double best = 0;
    for (std::size_t shift = 0; shift < 20; ++shift)
        best = std::max({best, agreement(a, b, shift), agreement(b, a, shift)});
    return best;
}

const std::string measured =
    "mode: measured\ntiming: {execution_time: constant, constant_execution_time_s: 0.001, "
    "output_delay: none}\n";
const std::string realtime = "mode: realtime\nrealtime: {send: on_output}\n";

TEST_CASE("a polling program that integrates over delta_sec steers in realtime as measured") {
    const tests::Watchdog watchdog(120);
    const Drive wanted = drive(measured);
    REQUIRE(wanted.range_deg > 3);  // it steers through a bend
    const Drive streamed = drive(realtime);
    MESSAGE("agreement " << best_agreement(wanted, streamed) << ", jumps " << streamed.jump_deg
                         << " and " << wanted.jump_deg << " deg, " << streamed.cpu_s / duration_s
                         << " of a core");
    CHECK(streamed.jump_deg <= wanted.jump_deg + 0.2);
    CHECK(best_agreement(wanted, streamed) > 0.95);
    CHECK(streamed.cpu_s < 0.5 * duration_s);
}

TEST_CASE("without the poll assist it does not") {
    const tests::Watchdog watchdog(120);
    const Drive wanted = drive(measured);
    const Drive streamed = drive(realtime, "0");
    MESSAGE("agreement " << best_agreement(wanted, streamed) << ", jumps " << streamed.jump_deg
                         << " and " << wanted.jump_deg << " deg, " << streamed.cpu_s / duration_s
                         << " of a core");
    CHECK(streamed.jump_deg > wanted.jump_deg + 2);
    CHECK(best_agreement(wanted, streamed) < 0.95);
}

}  // namespace integrating_test

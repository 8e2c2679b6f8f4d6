// SPDX-License-Identifier: MIT
// The evidence in the summary of a realtime run, with every part in a separate process.
#include "loop.hpp"

#include "../support/scene.hpp"
#include "../support/watchdog.hpp"
#include "socket/udp_socket.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>

namespace evidence_test {

using nlohmann::json;
using tests::Loop;
using tests::Watchdog;

json realtime_of(Loop& loop) {
    return json::parse(tests::read_file(loop.scene().scratch.path() / "summary.json"))["realtime"];
}

void start_all(Loop& loop) {
    for (const auto part : {Loop::plant, Loop::gateway, Loop::program}) loop.start(part);
    loop.await_echo();
}

std::uint64_t count_of(const json& distribution) {
    std::uint64_t count = 0;
    for (const json& bucket : distribution["buckets"]) count += bucket[1].get<std::uint64_t>();
    return count;
}

TEST_CASE("evidence: distributions, minutes and the worst moments count the same periods") {
    const Watchdog watchdog;
    Loop loop("send: on_output");
    start_all(loop);
    for (int i = 0; i < 5; ++i) loop.await_echo();
    loop.finish_gateway();
    const json realtime = realtime_of(loop);
    for (const char* name :
         {"lateness_us", "answer_us", "output_age_us", "state_age_us", "command_to_act_us"}) {
        CAPTURE(name);
        REQUIRE(realtime[name].is_object());
        CHECK(realtime[name]["count"] > 0);
        CHECK(count_of(realtime[name]) == realtime[name]["count"]);
        CHECK(realtime[name]["p50"] <= realtime[name]["p99_999"]);
        CHECK(realtime[name]["p99_999"] <= realtime[name]["max"]);
    }
    CHECK(realtime["unexamined_periods"] == 0);
    std::uint64_t periods = 0;
    for (const json& minute : realtime["per_minute"])
        periods += minute["periods"].get<std::uint64_t>();
    CHECK(periods == realtime["lateness_us"]["count"]);
    const json& worst = realtime["worst"][0];
    CHECK(worst["lateness_us"] == doctest::Approx(realtime["lateness_us"]["max"].get<double>()));
    CHECK(worst["t_s"] == realtime["lateness_us"]["max_at_s"]);
}

/// The kernel gives a stopped process no CPU, so the lateness is the time of the stop.
TEST_CASE("evidence: a stopped gateway is among the worst moments, with the length of the stop") {
    const Watchdog watchdog;
    Loop loop;
    start_all(loop);
    const double begin_ms = tests::steady_ms();
    loop.signal(Loop::gateway, SIGSTOP);
    tests::await([&] { return tests::steady_ms() >= begin_ms + 400; });
    const double stopped_ms = tests::steady_ms() - begin_ms;
    loop.signal(Loop::gateway, SIGCONT);
    loop.await_echo();
    loop.finish_gateway();
    const json realtime = realtime_of(loop);
    constexpr double period_ms = 10;
    const double shortest_us = (stopped_ms - 2 * period_ms) * 1e3;
    const double longest_us = (tests::steady_ms() - begin_ms) * 1e3;
    // A busy machine may stop it for longer at another time.
    const auto worst =
        std::find_if(realtime["worst"].begin(), realtime["worst"].end(), [&](const json& moment) {
            return moment["lateness_us"] > shortest_us && moment["lateness_us"] < longest_us;
        });
    REQUIRE(worst != realtime["worst"].end());
    CHECK(realtime["overruns"] > 0);
    CHECK(realtime["per_minute"][0]["overruns"] == realtime["overruns"]);
    bool has_peak = false;
    for (const json& period : (*worst)["periods"]) has_peak |= period[1] == (*worst)["lateness_us"];
    CHECK(has_peak);
}

TEST_CASE("evidence: a requirement on a percentile of the round trip fails if it is not met") {
    const Watchdog watchdog;
    tests::Scene scene;
    const auto free_port = [] {
        return std::to_string(
            gateway::UdpSocket(gateway::make_endpoint("127.0.0.1", 0)).local().port);
    };
    const std::string cmd_port = free_port(), state_port = free_port();
    const auto summary = scene.scratch.path() / "summary.json";
    const tests::Command vehicle(
        scene.scratch, {"vdsim_realtime", "--cmd-port", cmd_port, "--state-port", state_port,
                        "--state-version", "5"});
    const auto config = scene.scratch.write(
        "run.yaml", "mode: realtime\nduration_s: 3\nddc: {name: " + scene.table +
                        "}\nprogram: {exec: [cruise, \"4000\"]}\nvehicle: {vds1: {cmd_port: " +
                        cmd_port + ", state_port: " + state_port +
                        "}}\nrequirements:\n"
                        "  met: summary.realtime.round_trip_us.p99_9 > 1\n"
                        "  not_met: summary.realtime.round_trip_us.p99_99 < 1\n"
                        "  late: always (lateness_us < 60000000)\n");
    tests::Command run(scene.scratch, {"ddc-gateway", "run", config, "--summary", summary});
    CHECK(run.finish().exit_code == 4);
    const json all = json::parse(tests::read_file(summary));
    CHECK(all["requirements"]["met"]["verdict"] == "pass");
    CHECK(all["requirements"]["not_met"]["verdict"] == "fail");
    CHECK(all["requirements"]["not_met"]["left"] == all["realtime"]["round_trip_us"]["p99_99"]);
    CHECK(all["requirements"]["late"]["verdict"] == "pass");
}

TEST_CASE("evidence: a run without it has percentiles only") {
    const Watchdog watchdog;
    Loop loop("evidence: false");
    start_all(loop);
    loop.finish_gateway();
    const json realtime = realtime_of(loop);
    CHECK(realtime["lateness_us"].size() == 3);
    CHECK_FALSE(realtime.contains("worst"));
}

}  // namespace evidence_test

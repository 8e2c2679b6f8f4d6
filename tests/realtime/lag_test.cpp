// SPDX-License-Identifier: MIT
// A run with vdsim_realtime, whose STATEs a network delays.
#include "../support/scene.hpp"
#include "../support/udp_proxy.hpp"
#include "../support/watchdog.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>
#include <regex>

namespace lag_test {

using namespace std::chrono_literals;
using tests::Watchdog;

std::uint16_t free_port() {
    return gateway::UdpSocket(gateway::make_endpoint("127.0.0.1", 0)).local().port;
}

/// A vehicle is lost after half a second without a STATE, and late beyond 0.1 s.
struct DelayedRun {
    explicit DelayedRun(const std::string& late_state, double time_scale = 1)
        : vehicle(scene.scratch,
                  {"vdsim_realtime", "--cmd-port", std::to_string(cmd_port), "--state-port",
                   std::to_string(states.port()), "--reply-to-sender", "false", "--time-scale",
                   std::to_string(time_scale)}),
          gateway(scene.scratch, {"ddc-gateway", "run", config(late_state, time_scale), "--summary",
                                  scene.scratch.path() / "summary.json"}) {}

    std::string config(const std::string& late_state, double time_scale) const {
        return scene.scratch.write(
            "run.yaml", "mode: realtime\nddc: {name: " + scene.table +
                            "}\nprogram: {exec: [cruise, \"4000\"]}\ntrace: trace.csv\n"
                            "realtime: {time_scale: " +
                            std::to_string(time_scale) +
                            "}\nvehicle: {vds1: {cmd_port: " + std::to_string(cmd_port) +
                            ", state_port: " + std::to_string(state_port) +
                            ", state_timeout_s: 0.5, late_state: " + late_state + "}}\n");
    }
    void await_log(const std::string& pattern) const {
        const std::regex wanted(pattern);
        tests::await([&] { return std::regex_search(gateway.standard_error(), wanted); });
    }
    nlohmann::json finish() {
        gateway.signal(SIGINT);
        exit_code = gateway.finish().exit_code;
        return nlohmann::json::parse(
            tests::read_file(scene.scratch.path() / "summary.json"))["realtime"];
    }

    tests::Scene scene;
    std::uint16_t cmd_port = free_port(), state_port = free_port();
    tests::UdpProxy states{state_port, {}, 1};
    tests::Command vehicle, gateway;
    int exit_code = -1;
};

constexpr const char* measured = "lag p99 [0-9.]+ ms";
constexpr const char* late = "[0-9]{2,} late";

TEST_CASE("STATEs that a network delays are late: counted, in the log, the trace and the summary") {
    const Watchdog watchdog;
    DelayedRun run("use");
    run.await_log(measured);
    run.states.delay(200ms);
    run.await_log(late);
    const nlohmann::json vds1 = run.finish()["vds1"];
    CHECK(vds1["late_states"] >= 10);
    CHECK(vds1["lag_us"]["max"] > 100'000);
    CHECK(vds1["lag_us"]["p50"] < vds1["lag_us"]["max"]);
    CHECK(vds1["lag_us"]["count"] > vds1["late_states"]);
    CHECK(vds1["clock_offset_s"].is_number());
    CHECK(vds1["clock_drift_ppm"].is_number());
    const auto lags = tests::Trace(run.scene.scratch.path() / "trace.csv").column("state_lag_us");
    CHECK(std::isnan(lags.front()));
    REQUIRE(lags.size() > 400);
    CHECK(*std::max_element(lags.begin() + 400, lags.end()) > 100'000);
}

TEST_CASE("a vehicle whose STATEs are all late is lost with late_state: drop, until they are not") {
    const Watchdog watchdog;
    DelayedRun run("drop");
    run.await_log(measured);
    run.states.delay(200ms);
    run.await_log(late);
    const std::string lost_and_back = "the vehicle is lost[^]*the vehicle is back[^]*";
    run.await_log(lost_and_back + "the vehicle is lost");  // the first time is before the start
    run.states.delay(0ms);
    run.await_log(lost_and_back + lost_and_back);
    const nlohmann::json realtime = run.finish();
    CHECK(run.exit_code == 3);
    CHECK(realtime["vehicle_losses"] >= 1);
    CHECK(realtime["vds1"]["late_states"] >= 50);  // half a second of them
}

TEST_CASE("the lag of a vehicle with another time scale is measured in time of the clock") {
    const Watchdog watchdog;
    DelayedRun run("use", 2);
    run.await_log(measured);
    run.states.delay(200ms);
    run.await_log(late);
    CHECK(run.finish()["vds1"]["lag_us"]["max"] > 100'000);
}

}  // namespace lag_test

// SPDX-License-Identifier: MIT
#include "data_port/telemetry.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <limits>

using namespace gateway;
using namespace gateway::data_port;

namespace {

/// Every number of a snapshot is this one.
Snapshot snapshot_of(double value) {
    Snapshot snapshot;
    const auto set = [value](std::size_t, const char*, auto& field) {
        if constexpr (std::is_same_v<std::decay_t<decltype(field)>, double>)
            field = value;
        else
            field.fill(value);
    };
    vds1::visit_payload(snapshot.state, vds1::newest_version, set);
    PedalCommand command;
    command.throttle = command.brake = command.steer_rad = value;
    snapshot.command.control = command;
    return snapshot;
}

}  // namespace

TEST_CASE("telemetry: the longest numbers fit into a datagram that no network cuts") {
    Snapshot snapshot = snapshot_of(-1.2345678901234567e-308);
    snapshot.now = SimTime::max();
    CHECK(telemetry_json({}, 4294967295, snapshot).size() <= most_datagram_bytes);
}

TEST_CASE("telemetry: what is not finite is null, and the time is always there") {
    Snapshot snapshot = snapshot_of(std::numeric_limits<double>::quiet_NaN());
    snapshot.now = std::chrono::milliseconds(1500);
    const auto object = nlohmann::json::parse(telemetry_json({}, 3, snapshot));
    CHECK(object["timestamp"] == 1.5);
    CHECK(object["t"] == 1.5);
    CHECK(object["veh"] == 3);
    CHECK(object["vx"].is_null());
    CHECK(object["cmd"]["throttle"].is_null());
    CHECK(object["wheel"]["slip_angle"][3].is_null());
}

TEST_CASE("telemetry: state and command are sent as configured") {
    TelemetryConfig config;
    config.sends_state = false;
    const auto command = nlohmann::json::parse(telemetry_json(config, 0, snapshot_of(0.5)));
    CHECK(command["cmd"]["steer"] == 0.5);
    CHECK_FALSE(command.contains("vx"));
    config.sends_state = true;
    config.sends_command = false;
    const auto state = nlohmann::json::parse(telemetry_json(config, 0, snapshot_of(0.5)));
    CHECK(state["Fz"].size() == 4);
    CHECK_FALSE(state.contains("cmd"));
}

// SPDX-License-Identifier: MIT
#include "api/telemetry.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <random>

namespace telemetry_test {

using namespace gateway;
using namespace gateway::data_port;

namespace {

/// Sets every number of a snapshot to the next value of `next`.
template <class Next>
Snapshot snapshot_from(Next next) {
    Snapshot snapshot;
    const auto set = [&](std::size_t, const char*, auto& field) {
        if constexpr (std::is_same_v<std::decay_t<decltype(field)>, double>)
            field = next();
        else
            for (double& one : field) one = next();
    };
    vds1::visit_payload(snapshot.state, vds1::newest_version, set);
    PedalCommand command;
    for (double* one : {&command.throttle, &command.brake, &command.steer_rad}) *one = next();
    snapshot.command.control = command;
    return snapshot;
}

/// Sets every number of a snapshot to this value.
Snapshot snapshot_of(double value) {
    return snapshot_from([value] { return value; });
}

/// Random bits: often not finite.
double any_number(std::mt19937_64& random) {
    using Limits = std::numeric_limits<double>;
    constexpr double special[] = {0.0,
                                  -0.0,
                                  Limits::quiet_NaN(),
                                  Limits::max(),
                                  Limits::lowest(),
                                  Limits::infinity(),
                                  Limits::min(),
                                  Limits::denorm_min(),
                                  -Limits::infinity()};
    if (random() % 2 == 0) return special[random() % std::size(special)];
    const std::uint64_t bits = random();
    double number = 0;
    std::memcpy(&number, &bits, sizeof number);
    return number;
}

/// A number or null, or a structure of them.
bool is_plain(const nlohmann::json& value) {
    if (!value.is_structured()) return value.is_number() || value.is_null() || value.is_boolean();
    return std::all_of(value.begin(), value.end(), is_plain);
}

}  // namespace

TEST_CASE("telemetry: the longest numbers fit into a datagram that is not fragmented") {
    Snapshot snapshot = snapshot_of(-1.2345678901234567e-308);
    snapshot.now = SimTime::max();
    CHECK(telemetry_json({}, 4294967295, snapshot).size() <= most_datagram_bytes);
}

TEST_CASE("telemetry: with any numbers, a datagram is one JSON object with its time") {
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
        Snapshot snapshot = snapshot_from([&] { return any_number(random); });
        snapshot.now = SimTime(static_cast<std::int64_t>(random() >> 1U));
        const auto id = static_cast<std::uint32_t>(random());
        const std::string text = telemetry_json({}, id, snapshot);
        REQUIRE(text.size() <= most_datagram_bytes);
        const auto object = nlohmann::json::parse(text);
        REQUIRE(object.is_object());
        REQUIRE(is_plain(object));
        REQUIRE(object["timestamp"].is_number());
        REQUIRE(object["t"] == object["timestamp"]);
        REQUIRE(object["veh"] == id);
        const double vx_mps = snapshot.state.vx_mps;
        REQUIRE(object["vx"].is_null() == !std::isfinite(vx_mps));
        if (std::isfinite(vx_mps)) REQUIRE(object["vx"] == vx_mps);
    }
}

TEST_CASE("telemetry: values that are not finite are null, and the time always exists") {
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

}  // namespace telemetry_test

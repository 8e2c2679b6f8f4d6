// SPDX-License-Identifier: MIT
// Faults of the vehicle, its sensors and its links in a configuration.
#include "config_parts.hpp"

#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace vehicle_fault_config_test {

/// The errors of a configuration with one fault, or nothing.
std::string error(const std::string& fault, const std::string& more = "") {
    const gateway::tests::ScratchFile file(".yaml", "faults:\n- {name: f, " + fault + "}\n" + more);
    try {
        static_cast<void>(gateway::load_run_config(file.path()));
    } catch (const plant::FileError& error) {
        return error.what();
    }
    return {};
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

double value(const std::string& fault, const char* key) {
    return gateway::tests::read("faults: [{name: f, " + fault + "}]\n")
        .programs.at(0)
        .faults.at(0)
        .fault.value(key);
}

TEST_CASE("numbers are in the unit of the sensor or actuator") {
    CHECK(value("target: actuators.steering, kind: stuck, at_deg: 18", "at") ==
          doctest::Approx(std::acos(-1.0) / 10));
    CHECK(std::isnan(value("target: actuators.steering, kind: stuck", "at")));
    CHECK(value("target: sensors.gnss_velocity, kind: bias, bias_kmh: 36", "bias") ==
          doctest::Approx(10));
    CHECK(value("target: sensors.gnss_position.yaw_rad, kind: bias, bias_deg: 180", "bias") ==
          doctest::Approx(std::acos(-1.0)));
    CHECK(has(error("target: actuators.throttle, kind: stuck, at_deg: 1"), "unit"));
    CHECK(has(error("target: sensors.gnss_position, kind: bias, bias_deg: 1"), "is in m"));
}

TEST_CASE("a kind is for its sides only") {
    CHECK(has(error("target: actuators.brake, kind: freeze"),
              "dead, limited, offset, slower, stuck"));
    CHECK(has(error("target: world, kind: tyre_friction, scale: 1"), "friction, grade, patch"));
    CHECK(has(error("target: sensors.steer, kind: wrong_type"), "must be one of bias"));
}

TEST_CASE("a vehicle must have the target") {
    const std::string accel = "target: actuators.accel, kind: dead";
    CHECK(has(error(accel), "actuators.steering, actuators.throttle, actuators.brake"));
    CHECK(error(accel, "vehicle: {model: actuation_cmd}\n").empty());
    CHECK(has(
        error("target: world, kind: friction, scale: 1", "mode: realtime\nvehicle: {vds1: {}}\n"),
        "needs a simulated vehicle"));
    CHECK(error("target: sensors.steer, kind: freeze", "mode: realtime\nvehicle: {vds1: {}}\n")
              .empty());
}

TEST_CASE("a program must have the link") {
    const std::string cut = "kind: cut, target: links.";
    CHECK(has(error(cut + "vds1"), ":2:32: faults[0].target: the program has no link"));
    const std::string vds1 = "mode: realtime\nvehicle: {vds1: {}}\n";
    for (const char* part : {"vds1", "vds1.cmd", "vds1.state"})
        CHECK(error(cut + part, vds1).empty());
    CHECK(has(error(cut + "vds1.other", vds1), "links.vds1.state, is 'links.vds1.other'"));
    const std::string socket =
        "mode: realtime\nprogram: {name: car}\nsockets: {udp: [{socket: car.net, send_port: 9, "
        "receive_port: 9002}]}\n";
    CHECK(error(cut + "net", socket).empty());
    CHECK(has(error(cut + "other", socket), "must be one of links.net, is 'links.other'"));
}

TEST_CASE("a fault of ddcserver has a warning in a run") {
    const auto config = gateway::tests::read("faults: [{name: f, kind: cut, target: links.tcp}]\n");
    REQUIRE(config.programs.at(0).warnings.size() == 1);
    CHECK(has(config.programs[0].warnings[0], "acts on connections of ddcserver"));
}

}  // namespace vehicle_fault_config_test

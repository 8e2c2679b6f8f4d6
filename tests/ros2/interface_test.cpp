// SPDX-License-Identifier: MIT
// The messages of the vehicle interface, written and read by a node of Cyclone DDS.
#include "domain.hpp"
#include "samples.hpp"

#include "scene.hpp"

#include <doctest/doctest.h>

#include <csignal>

namespace interface_test {

using tests::Command;
using tests::Finished;
using tests::Samples;
using tests::Scene;

namespace {

const std::string odometry = "/vehicle_interface/vehicle_odometry",
                  report = "/vehicle_interface/vehicle_state_report",
                  gear = "/vehicle/status/gear_status",
                  indicators = "/vehicle/status/turn_indicators_status";

/// The samples that a node reads: 60 of each.
Samples watch(const Scene& scene) {
    const Finished watched = tests::run(
        scene.scratch, {"ros2_watch", tests::domain(), "60", odometry, report, gear, indicators});
    INFO(watched.err);
    REQUIRE(watched.exit_code == 0);
    return tests::samples_in(watched.out);
}

}  // namespace

TEST_CASE("a node drives by messages of the vehicle interface and reads its reports") {
    const Scene scene;
    const auto file = scene.scratch.write(
        "run.yaml", "ddc: {name: " + scene.table +
                        "}\nduration_s: 600\nprogram: {exec: [autopilot_basic, \"4000\"]}\n"
                        "vehicle: {start: {vx_mps: 4}}\nros2: {vehicle_interface: true, domain: " +
                        tests::domain() + "}\n");
    Command run(scene.scratch, {"ddc-gateway", "run", file, "--pace", "1"});
    Command node(scene.scratch, {"ros2_ask", tests::domain(), "high_level", "4", "0.05"});
    run.wait_for_stderr("a node of ROS 2 drives until it is released");
    const Samples seen = watch(scene);
    node.signal(SIGTERM);
    run.signal(SIGINT);
    const Finished result = run.finish();
    INFO(result.err);
    CHECK((result.exit_code == 0 || result.exit_code == 3));
    const auto& last = seen.at(odometry).back().values;
    CHECK(last.at(0) == doctest::Approx(4).epsilon(0.2));
    CHECK(last.at(1) == doctest::Approx(2.7 * 0.05).epsilon(0.2));  // of a wheelbase of 2.7 m
    CHECK(last.at(2) == 0);
    // Fuel; left, headlights on, which a safety rule adds to the wipers; drive and autonomous.
    const auto& state = seen.at(report).back().values;
    CHECK(state == std::vector<double>{255, 1, 1, 1, 0, 2, 0, 0});
    CHECK(seen.at(gear).back().values == std::vector<double>{2});
    CHECK(seen.at(indicators).back().values == std::vector<double>{2});
}

TEST_CASE("a vehicle of vdsim_realtime has the vehicle interface") {
    const Scene scene;
    const auto file = scene.scratch.write(
        "plant.yaml", "vehicles: [{cmd_port: 0}]\nros2: {vehicle_interface: true, domain: " +
                          tests::domain() + "}\n");
    Command plant(scene.scratch, {"vdsim_realtime", "--config", file});
    Command node(scene.scratch, {"ros2_ask", tests::domain(), "high_level", "4", "0.05"});
    double velocity_mps = 0;
    for (int looks = 0; looks < 20 && velocity_mps < 2; ++looks)
        velocity_mps = watch(scene).at(odometry).back().values.at(0);
    CHECK(velocity_mps >= 2);
    node.signal(SIGTERM);
    plant.signal(SIGINT);
    CHECK(plant.finish().exit_code == 0);
}

TEST_CASE("a vehicle interface that a vehicle or a run cannot accept is rejected in the file") {
    const Scene scene;
    const auto error_of = [&](const std::string& text) {
        const auto file = scene.scratch.write("wrong.yaml", text);
        const Finished result = tests::run(scene.scratch, {"ddc-gateway", "run", file});
        CHECK(result.exit_code == 2);
        return result.err;
    };
    CHECK(error_of("ros2: {vehicle_interface: 2}\n")
              .find("wrong.yaml:1:27: ros2.vehicle_interface") != std::string::npos);
    CHECK(error_of("ros2: {vehicle_interface: true}\n").find("add --pace 1") != std::string::npos);
    CHECK(error_of("ros2: {vehicle_interface: true}\nvehicle: {model: actuation_cmd}\n")
              .find("write `converter: {}`") != std::string::npos);
}

}  // namespace interface_test

// SPDX-License-Identifier: MIT
// Vehicles of vdsim_realtime in ROS 2.
#include "domain.hpp"
#include "samples.hpp"

#include "../vds1/plant_process.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <set>

namespace plant_test {

using tests::Command;
using tests::domain;
using tests::Finished;
using tests::PlantProcess;
using tests::ScratchDirectory;

constexpr double rear_axle_m = 1.5;  ///< of the sedan, behind its centre of gravity

std::string ros2(const std::string& commands) {
    return "ros2: {domain: " + domain() + ", commands: " + commands + "}\n";
}

nlohmann::json vehicle_of(const nlohmann::json& statistics, int id) {
    for (const auto& port : statistics["ports"])
        for (const auto& vehicle : port["vehicles"])
            if (vehicle["vehicle_id"] == id) return vehicle;
    return {};
}

std::filesystem::path straight_route(const ScratchDirectory& scratch) {
    return scratch.write("route.csv", "x_m,y_m\n0,0\n20,0\n40,0\n70,0\n");
}

TEST_CASE("vehicles of vdsim_realtime are in separate namespaces, and driven there") {
    const ScratchDirectory scratch;
    auto plant = PlantProcess::of_config(
        scratch, ros2("control") +
                     "vehicles:\n"
                     "- {vehicle_id: 3, start: {x_m: 100, y_m: 20, yaw_deg: 90}}\n"
                     "- {vehicle_id: 4, cmd_timeout_s: 0.5}\n");
    Command watch(scratch, {"ros2_watch", domain(), "50", "--in", "/vehicle_3"});
    Command node(scratch,
                 {"autoware_node", "control", domain(), straight_route(scratch), "/vehicle_4"});
    const Finished watched = watch.finish();
    const Finished driven = node.finish();
    const nlohmann::json statistics = plant.stop();
    INFO(watched.err << driven.err);
    CHECK(driven.exit_code == 0);
    CHECK(vehicle_of(statistics, 4)["x_m"].get<double>() ==
          doctest::Approx(70 + rear_axle_m).epsilon(0.03));
    CHECK(vehicle_of(statistics, 4)["cmd"]["accepted"] > 100);
    CHECK(vehicle_of(statistics, 3)["cmd"]["accepted"] == 0);
    REQUIRE(watched.exit_code == 0);
    const tests::Samples samples = tests::samples_in(watched.out);
    std::set<std::int64_t> clock_ns;
    for (const auto& sample : samples.at("/clock")) clock_ns.insert(sample.time_ns);
    CHECK(clock_ns.size() == samples.at("/clock").size());
    for (const auto& sample : samples.at("/localization/kinematic_state")) {
        CHECK(sample.frames == std::vector<std::string>{"map", "base_link"});
        CHECK(sample.time_ns % 25'000'000 == 0);
        CHECK(sample.values.at(0) == doctest::Approx(100).epsilon(1e-6));
        CHECK(sample.values.at(1) == doctest::Approx(20 - rear_axle_m).epsilon(1e-6));
    }
    for (const auto& sample : samples.at("/tf"))
        CHECK(sample.frames == std::vector<std::string>{"map", "base_link"});
}

TEST_CASE("a single vehicle of vdsim_realtime is released by the service") {
    const ScratchDirectory scratch;
    auto plant = PlantProcess::of_config(
        scratch, ros2("actuation") + "vehicles:\n- {model: actuation_cmd_vgr, converter: {}}\n");
    Command node(scratch, {"autoware_node", "actuation", domain(), straight_route(scratch)});
    plant.wait_for_stderr("following");
    CHECK(tests::run(scratch, {"ros2_ask", domain(), "mode", "4"}).out == "success 1\n");
    const Finished watched =
        tests::run(scratch, {"ros2_watch", domain(), "40", "/vehicle/status/control_mode"});
    const nlohmann::json vehicle = vehicle_of(plant.stop(), 0);
    const tests::Samples samples = tests::samples_in(watched.out);
    for (const auto& sample : samples.at("/vehicle/status/control_mode"))
        CHECK(sample.values == std::vector<double>{4});
    CHECK(vehicle["state"] == "failsafe");
    CHECK(vehicle["cmd"]["accepted"] > 0);
}

TEST_CASE("an initial pose moves a vehicle of vdsim_realtime") {
    const ScratchDirectory scratch;
    auto plant = PlantProcess::of_config(scratch, ros2("control") + "vehicles: [{}]\n");
    CHECK(tests::run(scratch, {"ros2_ask", domain(), "pose", "50", "-7"}).exit_code == 0);
    const auto place = [&] {
        const std::string topic = "/localization/kinematic_state";
        return tests::samples_in(tests::run(scratch, {"ros2_watch", domain(), "1", topic}).out)
            .at(topic)
            .back();
    };
    tests::PeerSample last = place();
    for (int looks = 0; looks < 50 && last.values.at(0) < 40; ++looks) last = place();
    plant.stop();
    CHECK(last.values.at(0) == doctest::Approx(50).epsilon(1e-6));
    CHECK(last.values.at(1) == doctest::Approx(-7).epsilon(1e-6));
    CHECK(last.values.at(5) == doctest::Approx(std::sqrt(0.5)).epsilon(1e-3));
    CHECK(last.values.at(6) == doctest::Approx(std::sqrt(0.5)).epsilon(1e-3));
    CHECK(std::abs(last.values.at(7)) < 1e-3);
}

TEST_CASE("vehicles that ROS 2 cannot distinguish or drive are rejected in their file") {
    const ScratchDirectory scratch;
    const auto error_of = [&](const std::string& text) {
        const auto file = scratch.write("wrong.yaml", text);
        const Finished result =
            tests::run(scratch, {"vdsim_realtime", "--config", file, "--validate"});
        CHECK(result.exit_code == 2);
        return result.err;
    };
    CHECK(error_of("ros2: {}\nvehicles: [{cmd_port: 7001}, {cmd_port: 7002}]\n")
              .find("give one of them another vehicle_id") != std::string::npos);
    CHECK(error_of("ros2: {commands: actuation}\nvehicles: [{}]\n")
              .find("write `commands: control`") != std::string::npos);
}

}  // namespace plant_test

// SPDX-License-Identifier: MIT
#include "domain.hpp"

#include "../integration/scene.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <csignal>

namespace {

using tests::Command;
using tests::Finished;
using tests::Scene;
using tests::Trace;

constexpr double end_x_m = 70, end_y_m = 10;
constexpr double rear_axle_m = 1.5;

std::filesystem::path route(const Scene& scene) {
    return scene.scratch.write("route.csv",
                               "x_m,y_m\n0,0\n10,0\n20,0\n30,1\n40,4\n50,8\n60,10\n70,10\n");
}

/// Without a route its program does not move the car.
std::filesystem::path run_file(const Scene& scene, const std::string& commands,
                               const std::string& more = "") {
    return scene.scratch.write(
        "run.yaml", "ddc: {name: " + scene.table +
                        "}\nduration_s: 600\nprogram: {exec: [autopilot_basic, \"4000\"]}\n"
                        "trace: trace.csv\nros2: {commands: " +
                        commands + ", domain: " + tests::domain() + "}\n" + more);
}

std::vector<std::string> gateway(const std::filesystem::path& file) {
    return {"ddc-gateway", "run", file, "--pace", "1"};
}

/// Between the end of the node and that of the run it may have fallen silent.
bool is_done(const Finished& run) {
    return run.exit_code == 0 || run.exit_code == 3;
}

/// Drives a car to the end of the route, and the run's result.
Finished drive(const Scene& scene, const std::string& commands, const std::string& more = "") {
    Command run(scene.scratch, gateway(run_file(scene, commands, more)));
    Command node(scene.scratch, {"autoware_node", commands, tests::domain(), route(scene)});
    const Finished driven = node.finish();
    CHECK(driven.exit_code == 0);
    run.signal(SIGINT);
    const Finished result = run.finish();
    INFO(result.err << driven.err);
    CHECK(is_done(result));
    CHECK(result.err.find("Autoware drives until it is released") != std::string::npos);
    return result;
}

void check_at_end(const Scene& scene) {
    const Trace trace(scene.scratch.path() / "trace.csv");
    const double yaw_rad = trace.column("yaw_rad").back();
    CHECK(std::abs(trace.column("x_m").back() - rear_axle_m * std::cos(yaw_rad) - end_x_m) < 3);
    CHECK(std::abs(trace.column("y_m").back() - rear_axle_m * std::sin(yaw_rad) - end_y_m) < 1);
    CHECK(std::abs(trace.column("vx_mps").back()) < 0.5);
}

}  // namespace

TEST_CASE("a peer drives a car with control commands") {
    const Scene scene;
    drive(scene, "control");
    check_at_end(scene);
}

TEST_CASE("a peer drives an actuation vehicle with actuation commands") {
    const Scene scene;
    drive(scene, "actuation", "vehicle: {model: actuation_cmd_vgr, converter: {}}\n");
    check_at_end(scene);
}

TEST_CASE("the safety rules see what a peer commands") {
    const Scene scene;
    drive(scene, "control",
          "safety: {acceleration_limits: {min: -3, max: 1, threshold: 0.1}, "
          "timeout_acceleration_mps2: 0.9}\n");
    check_at_end(scene);
    const Trace trace(scene.scratch.path() / "trace.csv");
    const auto acted = trace.column("safety_limits");
    CHECK(std::count(acted.begin(), acted.end(), 1.0) > 10);
}

TEST_CASE("a peer gives the car back and takes it again by the service in both of its formats") {
    const Scene scene;
    Command run(scene.scratch, gateway(run_file(scene, "control")));
    Command node(scene.scratch, {"autoware_node", "control", tests::domain(), route(scene)});
    run.wait_for_stderr("Autoware drives until it is released");
    const auto ask = [&](const char* tool, const char* mode) {
        return tests::run(scene.scratch, {tool, tests::domain(), "mode", mode}).out;
    };
    CHECK(ask("ros2_ask", "4") == "success 1\n");
    run.wait_for_stderr("the program drives again");
    CHECK(ask("ros2_ask_fast", "1") == "success 1\n");
    CHECK(ask("ros2_ask", "3") == "success 0\n");
    CHECK(ask("ros2_ask_fast", "7") == "success 0\n");
    CHECK(node.finish().exit_code == 0);
    run.signal(SIGINT);
    CHECK(is_done(run.finish()));
    check_at_end(scene);
}

TEST_CASE("a peer that falls silent is replaced by the fail-safe command") {
    const Scene scene;
    Command run(scene.scratch, gateway(run_file(scene, "control")));
    Command node(scene.scratch, {"autoware_node", "control", tests::domain(), route(scene)});
    run.wait_for_stderr("Autoware drives until it is released");
    node.signal(SIGKILL);
    run.wait_for_stderr("Autoware is silent; the vehicle is held fail-safe");
    run.signal(SIGINT);
    CHECK(run.finish().exit_code == 3);
}

TEST_CASE("a peer that disengages gives the car back") {
    const Scene scene;
    Command run(scene.scratch, gateway(run_file(scene, "control")));
    Command node(scene.scratch, {"autoware_node", "control", tests::domain(), route(scene)});
    run.wait_for_stderr("Autoware drives until it is released");
    tests::run(scene.scratch, {"ros2_ask", tests::domain(), "engage", "0"});
    run.wait_for_stderr("the program drives again");
    run.signal(SIGINT);
    CHECK(run.finish().exit_code == 0);
}

TEST_CASE("a QoS that does not go together is told in both directions") {
    const Scene scene;
    Command run(scene.scratch, gateway(run_file(scene, "control")));
    Command peer(scene.scratch, {"ros2_ask", tests::domain(), "too_much"});
    run.wait_for_stderr("a reader of 'rt/clock' is left out");
    run.wait_for_stderr("a writer of 'rt/control/command/gear_cmd' is left out");
    run.signal(SIGINT);
    const Finished result = run.finish();
    CHECK(result.err.find("in durability") != std::string::npos);
    CHECK(result.err.find("in reliability") != std::string::npos);
}

TEST_CASE("a gear that there is not is refused aloud") {
    const Scene scene;
    Command run(scene.scratch, gateway(run_file(scene, "control")));
    tests::run(scene.scratch, {"ros2_ask", tests::domain(), "gear", "99"});
    run.wait_for_stderr(
        "a sample of '/control/command/gear_cmd' is refused: there is no such gear");
    run.signal(SIGINT);
    CHECK(run.finish().exit_code == 0);
}

TEST_CASE("a run refuses an initial pose aloud") {
    const Scene scene;
    Command run(scene.scratch, gateway(run_file(scene, "control")));
    tests::run(scene.scratch, {"ros2_ask", tests::domain(), "pose", "50", "-7"});
    run.wait_for_stderr("a sample of '/initialpose3d' is refused: a run begins where");
    run.signal(SIGINT);
    CHECK(run.finish().exit_code == 0);
}

TEST_CASE("commands that a vehicle or a run cannot take are refused in the file") {
    const Scene scene;
    const auto says = [&](const std::string& text, std::vector<std::string> options = {}) {
        const auto file = scene.scratch.write("wrong.yaml", text);
        options.insert(options.begin(), {"ddc-gateway", "run", file});
        const Finished result = tests::run(scene.scratch, options);
        CHECK(result.exit_code == 2);
        return result.err;
    };
    CHECK(says("ros2: {commands: actuation}\n").find("write `commands: control`") !=
          std::string::npos);
    CHECK(says("ros2: {commands: control}\nvehicle: {model: actuation_cmd}\n")
              .find("write `commands: actuation`, or `converter: {}`") != std::string::npos);
    CHECK(says("ros2: {commands: control}\n").find("add --pace 1") != std::string::npos);
}

// SPDX-License-Identifier: MIT
#include "domain.hpp"

#include "scene.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>

namespace command_test {

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

/// Between the end of the node and that of the run it may have timed out.
bool is_done(const Finished& run) {
    return run.exit_code == 0 || run.exit_code == 3;
}

/// Drives a car to the end of the route. @return the run's result
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

TEST_CASE("the safety rules check the commands of a peer") {
    const Scene scene;
    drive(scene, "control",
          "safety: {acceleration_limits: {min: -3, max: 1, threshold: 0.1}, "
          "timeout_acceleration_mps2: 0.9}\n");
    check_at_end(scene);
    const Trace trace(scene.scratch.path() / "trace.csv");
    const auto acted = trace.column("safety_limits");
    CHECK(std::count(acted.begin(), acted.end(), 1.0) > 10);
}

TEST_CASE("a peer releases the car and takes over again by the service in both of its formats") {
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

TEST_CASE("a peer that times out is replaced by the fail-safe command") {
    const Scene scene;
    Command run(scene.scratch, gateway(run_file(scene, "control")));
    Command node(scene.scratch, {"autoware_node", "control", tests::domain(), route(scene)});
    run.wait_for_stderr("Autoware drives until it is released");
    node.signal(SIGKILL);
    run.wait_for_stderr("Autoware timed out; fail-safe command active");
    run.signal(SIGINT);
    CHECK(run.finish().exit_code == 3);
}

TEST_CASE("a peer that disengages releases the car") {
    const Scene scene;
    Command run(scene.scratch, gateway(run_file(scene, "control")));
    Command node(scene.scratch, {"autoware_node", "control", tests::domain(), route(scene)});
    run.wait_for_stderr("Autoware drives until it is released");
    tests::run(scene.scratch, {"ros2_ask", tests::domain(), "engage", "0"});
    run.wait_for_stderr("the program drives again");
    run.signal(SIGINT);
    CHECK(run.finish().exit_code == 0);
}

/// Commands of the gear. The log of rejections ends after 16, so the command is repeated more
/// slowly.
std::size_t reports_of_second_writers(const Command& run) {
    const std::string log = run.standard_error();
    const std::string report = "commands of a second writer of '/control/command/gear_cmd'";
    std::size_t count = 0;
    for (std::size_t at = 0; (at = log.find(report, at)) != std::string::npos; ++at) ++count;
    return count;
}
constexpr int most_requests = 15;

TEST_CASE("a second writer's commands are rejected and reported while the first has the car") {
    const Scene scene;
    Command run(scene.scratch, gateway(run_file(scene, "control")));
    Command node(scene.scratch, {"autoware_node", "control", tests::domain(), route(scene)});
    run.wait_for_stderr("Autoware drives until it is released");
    tests::run(scene.scratch, {"ros2_ask", tests::domain(), "gear", "20"});
    run.wait_for_stderr("commands of a second writer of '/control/command/gear_cmd'");
    CHECK(node.finish().exit_code == 0);
    // It has left, which DDS detects immediately or ten seconds after its last message. Until then
    // each client is another second writer, and is reported; the service replies after that.
    const auto is_taken = [&] {
        const auto before = reports_of_second_writers(run);
        tests::run(scene.scratch, {"ros2_ask", tests::domain(), "gear", "2"});
        tests::run(scene.scratch, {"ros2_ask", tests::domain(), "mode", "1"});
        return reports_of_second_writers(run) == before;
    };
    bool has_left = is_taken();
    for (int asked = 1; asked < most_requests && !has_left; ++asked) {
        ::usleep(1'000'000);
        has_left = is_taken();
    }
    CHECK(has_left);
    run.signal(SIGINT);
    CHECK(is_done(run.finish()));
    check_at_end(scene);
}

TEST_CASE("topics and commands are below the namespace") {
    const Scene scene;
    const std::string space = "/fleet/car_1";
    Command run(scene.scratch, gateway(run_file(scene, "control, namespace: " + space)));
    const Finished seen =
        tests::run(scene.scratch, {"ros2_watch", tests::domain(), "5", "--in", space});
    CHECK(seen.exit_code == 0);
    Command node(scene.scratch, {"autoware_node", "control", tests::domain(), route(scene), space});
    run.wait_for_stderr("Autoware drives until it is released");
    run.signal(SIGINT);
    const Finished result = run.finish();
    CHECK(is_done(result));
    node.signal(SIGTERM);
}

TEST_CASE("an incompatible QoS is reported in both directions") {
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

TEST_CASE("an unknown gear is rejected with a message") {
    const Scene scene;
    Command run(scene.scratch, gateway(run_file(scene, "control")));
    tests::run(scene.scratch, {"ros2_ask", tests::domain(), "gear", "99"});
    run.wait_for_stderr(
        "a sample of '/control/command/gear_cmd' is refused: there is no such gear");
    run.signal(SIGINT);
    CHECK(run.finish().exit_code == 0);
}

TEST_CASE("a run rejects an initial pose with a message") {
    const Scene scene;
    Command run(scene.scratch, gateway(run_file(scene, "control")));
    tests::run(scene.scratch, {"ros2_ask", tests::domain(), "pose", "50", "-7"});
    run.wait_for_stderr("a sample of '/initialpose3d' is refused: a run begins where");
    run.signal(SIGINT);
    CHECK(run.finish().exit_code == 0);
}

TEST_CASE("a node rejects an invalid domain") {
    const Scene scene;
    for (const char* text : {"", "one", "1O", "-1", "+1", "102", "4294967297", " 1", "1 "}) {
        CAPTURE(text);
        const Finished node =
            tests::run(scene.scratch, {"autoware_node", "control", text, route(scene)});
        CHECK(node.exit_code == 2);
        CHECK(node.err.find("DOMAIN must be a whole number from 0 to 101, is '" +
                            std::string(text) + "'") != std::string::npos);
    }
}

TEST_CASE("commands that a vehicle or a run cannot accept are rejected in the file") {
    const Scene scene;
    const auto error_of = [&](const std::string& text, std::vector<std::string> options = {}) {
        const auto file = scene.scratch.write("wrong.yaml", text);
        options.insert(options.begin(), {"ddc-gateway", "run", file});
        const Finished result = tests::run(scene.scratch, options);
        CHECK(result.exit_code == 2);
        return result.err;
    };
    CHECK(error_of("ros2: {commands: actuation}\n").find("write `commands: control`") !=
          std::string::npos);
    CHECK(error_of("ros2: {commands: control}\nvehicle: {model: actuation_cmd}\n")
              .find("write `commands: actuation`, or `converter: {}`") != std::string::npos);
    CHECK(error_of("ros2: {commands: control}\n").find("add --pace 1") != std::string::npos);
    for (const char* space : {"car", "/", "/car/", "//car", "/1car", "/a b", "\"/car\\e[31m\""})
        CHECK(error_of(std::string("ros2: {namespace: ") + space + "}\n").find("must be /NAME") !=
              std::string::npos);
    const auto two = [](const char* first, const char* second) {
        return std::string("programs:\n- {reference_id: 0x4000, ros2: {") + first +
               "}}\n- {reference_id: 0x5000, ros2: {" + second + "}}\n";
    };
    CHECK(error_of(two("domain: 3", "domain: 3")).find("its topics have the same names") !=
          std::string::npos);
    CHECK(error_of(two("domain: 3, namespace: /a", "domain: 3, namespace: /b"))
              .find("give one of them `clock: false`") != std::string::npos);
    const auto good = scene.scratch.write(
        "good.yaml", two("domain: 3, namespace: /a", "domain: 3, namespace: /b, clock: false"));
    CHECK(tests::run(scene.scratch, {"ddc-gateway", "validate", good}).exit_code == 0);
}

}  // namespace command_test

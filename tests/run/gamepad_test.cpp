// SPDX-License-Identifier: MIT
// A gamepad in a run: the recording of the demo, and a pipe in place of a device.
#include "scene.hpp"

#include "pad_events.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <csignal>

namespace gamepad_test {

using tests::Command;
using tests::Finished;
using tests::Scene;
using tests::Trace;
namespace pad = gateway::tests;

std::string events(const std::vector<input_event>& list) {
    std::string bytes;
    for (const input_event& event : list) bytes += pad::bytes_of(event);
    return bytes;
}

struct PadScene : Scene {
    std::filesystem::path file(const std::string& more, const std::string& device) const {
        return scratch.write("run.yaml", more + "ddc: {name: " + table +
                                             "}\nprogram: {exec: [autopilot_basic, \"4000\"]}\n"
                                             "controllers: [{kind: gamepad, device: ./" +
                                             device + "}]\ntrace: trace.csv\n");
    }
    nlohmann::json summary() const {
        return nlohmann::json::parse(tests::read_file(scratch.path() / "summary.json"));
    }
    std::string trace() const { return tests::read_file(scratch.path() / "trace.csv"); }
};

TEST_CASE("a recorded gamepad takes over, steers and releases, and repeats") {
    const tests::Watchdog watchdog;
    const PadScene scene;
    scene.scratch.write(
        "drive.events",
        events({pad::pad_axis(ABS_RZ, 128, 50), pad::pad_button(BTN_START, true, 50.5),
                pad::pad_button(BTN_START, false, 50.6), pad::pad_axis(ABS_X, -32768, 51),
                pad::pad_axis(ABS_X, 0, 52), pad::pad_button(BTN_START, true, 52.5)}));
    const auto run = [&] {
        const Finished end = tests::run(
            scene.scratch,
            {"ddc-gateway", "run", scene.file("duration_s: 4\n", "drive.events"), "--pace", "100",
             "--repeatable", "--summary", scene.scratch.path() / "summary.json"});
        INFO("standard error: " << end.err);
        CHECK(end.exit_code == 0);
        return end.err;
    };
    const std::string log = run();
    CHECK(log.find("BTN_START of the gamepad at ") != std::string::npos);
    CHECK(log.find("drives until it is released") != std::string::npos);
    CHECK(log.find("the program drives again") != std::string::npos);
    CHECK(log.find("these rules act on") == std::string::npos);  // on none of its pedals
    CHECK(scene.summary()["change_overs"] == 2);
    CHECK(scene.summary().value("person_silences", 0) == 0);
    const std::string first = scene.trace();
    const Trace trace(scene.scratch.path() / "trace.csv");
    const auto yaw = trace.column("yaw_rad"), speed = trace.column("vx_mps");
    CHECK(std::abs(yaw.at(100)) < 1e-6);  // cycles of 10 ms
    CHECK(speed.at(100) > 0.1);
    CHECK(yaw.at(200) > 0.1);
    static_cast<void>(run());
    CHECK(scene.trace() == first);
    CHECK(scene.is_clean());
}

TEST_CASE("a gamepad at level velocity drives at the speed of its buttons") {
    const tests::Watchdog watchdog;
    const PadScene scene;
    std::vector<input_event> presses{pad::pad_button(BTN_START, true)};
    for (int i = 0; i < 5; ++i)
        for (const bool is_down : {true, false})
            presses.push_back(pad::pad_button(BTN_THUMBR, is_down, 0.1));
    presses.push_back(pad::pad_axis(ABS_X, 0, 100));  // it stays plugged in
    scene.scratch.write("drive.events", events(presses));
    const auto file = scene.file("duration_s: 10\n", "drive.events, level: velocity");
    const Finished end = tests::run(scene.scratch, {"ddc-gateway", "run", file, "--pace", "100"});
    INFO("standard error: " << end.err);
    CHECK(end.exit_code == 0);
    const auto speed = Trace(scene.scratch.path() / "trace.csv").column("vx_mps");
    CHECK(speed.back() == doctest::Approx(5).epsilon(0.05));
    // The rules that apply to its commands are reported, as for a program with such commands.
    CHECK(end.err.find("these rules act on accelerations, velocities") != std::string::npos);
}

TEST_CASE("an unplugged gamepad times out, and drives again after it is replugged") {
    const tests::Watchdog watchdog;
    const PadScene scene;
    const std::string pipe = scene.scratch.path() / "pad";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    Command run(scene.scratch, {"ddc-gateway", "run", scene.file("mode: realtime\n", "pad"),
                                "--summary", scene.scratch.path() / "summary.json"});
    const std::string take_over =
        events({pad::pad_button(BTN_START, true), pad::pad_button(BTN_START, false)});
    // Opens both ends, so that no write happens while the run reopens it.
    int writer = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    REQUIRE(::write(writer, take_over.data(), take_over.size()) > 0);
    run.wait_for_stderr("drives until it is released");
    ::close(writer);
    run.wait_for_stderr("timed out; fail-safe command active");
    writer = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    REQUIRE(::write(writer, take_over.data(), take_over.size()) > 0);
    run.wait_for_stderr("/pad drives again");
    REQUIRE(::write(writer, take_over.data(), take_over.size()) > 0);
    run.wait_for_stderr("the program drives again");
    ::close(writer);
    run.signal(SIGINT);
    const Finished end = run.finish();
    INFO("standard error: " << end.err);
    CHECK(end.exit_code == 3);
    CHECK(scene.summary()["change_overs"] == 2);
    CHECK(scene.summary()["person_silences"] == 1);
    CHECK(scene.is_clean());
}

}  // namespace gamepad_test

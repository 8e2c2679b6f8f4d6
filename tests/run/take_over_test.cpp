// SPDX-License-Identifier: MIT
// Manual control takes over the vehicle from a program and releases it, with real processes and
// sockets.
#include "scene.hpp"

#include "child.hpp"
#include "watchdog.hpp"

#include <ddc/interface/program.hpp>
#include <ddc/interface/run_status.hpp>
#include <ddc/table.hpp>
#include <gateway/protocol/vds1/client.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <csignal>

namespace take_over_test {

namespace vds1 = gateway::vds1;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using tests::Command;
using tests::Finished;
using tests::Scene;

struct TakeOver : Scene {
    std::filesystem::path file(const std::string& more) const {
        return file_without_program(more + "program: {exec: [autopilot_basic, \"4000\"]}\n");
    }
    std::filesystem::path file_without_program(const std::string& more) const {
        return scratch.write("run.yaml", more + "ddc: {name: " + table +
                                             "}\ncontrollers: [{kind: vds1, port: 0}]\n");
    }
    std::string mode() const {
        ddc::TableOptions options;
        options.name = table;
        options.access = ddc::TableOptions::Access::read_only;
        std::string text;
        namespace entry = ddc::interface::run_status;
        static_cast<void>(
            ddc::Table::open(options).read(entry::first + entry::operation_mode, text));
        return text;
    }
};

/// The address of a VDS1 controller: the run logs "CMDs at 127.0.0.1:PORT take the vehicle over".
vds1::ClientOptions options_for(const Command& run) {
    const std::string log = run.standard_error(), before = "CMDs at 127.0.0.1:";
    const std::size_t at = log.find(before);
    REQUIRE(at != std::string::npos);
    vds1::ClientOptions options;
    options.peer_port = static_cast<std::uint16_t>(std::stoi(log.substr(at + before.size())));
    options.local_port = 0;
    return options;
}

/// Sends CMDs with a little more steering each until `done`.
template <class Done>
void drive(vds1::Client& client, double& steer_rad, Done done) {
    tests::await([&] {
        gateway::PedalCommand pedals;
        pedals.steer_rad = steer_rad += 1e-6;
        static_cast<void>(client.send({pedals, {}}, Clock::now()));
        client.receive(Clock::now());
        return done();
    });
}

TEST_CASE("a driver takes over with the first command, keeps the vehicle, and releases it") {
    const tests::Watchdog watchdog;
    const TakeOver scene;
    Command run(scene.scratch, {"ddc-gateway", "run", scene.file("mode: realtime\n"), "--summary",
                                scene.scratch.path() / "summary.json"});
    run.wait_for_stderr("take the vehicle over");
    tests::await([&] { return scene.mode() == "OK"; });

    vds1::Client client(options_for(run));
    double steer_rad = 0.3;
    drive(client, steer_rad, [&] {
        return client.has_state() && client.state().steering_tire_angle_applied_rad >= 0.3 &&
               scene.mode() == "MANUAL";
    });
    // timed out: still under manual control, and in fail-safe
    tests::await([&] {
        client.receive(Clock::now());
        return client.state().header.version >= 1 && !client.is_fresh(Clock::now());
    });
    CHECK(scene.mode() == "MANUAL");
    CHECK(tests::run(scene.scratch, {"ddc-gateway", "ctl", "release", "--ddc", scene.table})
              .exit_code == 0);
    tests::await([&] { return scene.mode() == "OK"; });

    run.signal(SIGINT);
    const Finished end = run.finish();
    INFO("standard error: " << end.err);
    CHECK(end.err.find("drives until it is released") != std::string::npos);
    CHECK(end.err.find("the program drives again") != std::string::npos);
    const auto summary =
        nlohmann::json::parse(tests::read_file(scene.scratch.path() / "summary.json"));
    CHECK(summary["change_overs"] == 2);
    // it timed out before it was released, and the vehicle was in fail-safe for that time
    CHECK(summary["person_silences"] >= 1);
    CHECK(end.exit_code == 3);
    CHECK(scene.is_clean());
}

/// Sets the actuators directly, all to the right, until it is killed.
int actuating_program(const std::string& table_name) {
    ddc::TableOptions options;
    options.name = table_name;
    ddc::Table table = ddc::Table::open_or_create(options);
    ddc::interface::Program program(table, 0x4000, "actuating");
    const auto accel = program.output<double>("accel_cmd");
    const auto steer = program.output<double>("steer_cmd");
    program.publish();
    for (;;) {
        if (program.begin_cycle(Clock::now() + 100ms) != ddc::Status::ok) continue;
        program.set(accel, 0.1);
        program.set(steer, -0.2);
        static_cast<void>(program.end_cycle());
    }
}

TEST_CASE("a driver with pedals takes over from a program that sets the actuators itself") {
    const tests::Watchdog watchdog;
    const TakeOver scene;
    const tests::Child program([&] { return actuating_program(scene.table); });
    Command run(scene.scratch,
                {"ddc-gateway", "run",
                 scene.file_without_program(
                     "mode: realtime\nvehicle: {model: actuation_cmd, converter: {}}\n")});
    run.wait_for_stderr("take the vehicle over");
    tests::await([&] { return scene.mode() == "OK"; });

    vds1::Client client(options_for(run));
    double steer_rad = 0.2;
    drive(client, steer_rad, [&] {
        return client.has_state() && client.state().steering_tire_angle_applied_rad > 0.1;
    });
    CHECK(scene.mode() == "MANUAL");
    CHECK(tests::run(scene.scratch, {"ddc-gateway", "ctl", "release", "--ddc", scene.table})
              .exit_code == 0);
    tests::await([&] { return scene.mode() == "OK"; });
    run.signal(SIGINT);
    const Finished end = run.finish();
    INFO("standard error: " << end.err);
    CHECK(end.exit_code % 3 == 0);  // 3: manual control timed out before the release
}

TEST_CASE("manual control of a measured run needs --pace") {
    const TakeOver scene;
    const Finished refused = tests::run(scene.scratch, {"ddc-gateway", "run", scene.file("")});
    CHECK(refused.exit_code == 2);
    CHECK(
        refused.err.find("controllers: manual control needs a run at a fixed pace; add --pace 1") !=
        std::string::npos);
}

TEST_CASE("a controller of pedals is rejected for a vehicle that does not accept them") {
    const TakeOver scene;
    const auto refused = tests::run(
        scene.scratch, {"ddc-gateway", "validate",
                        scene.file("mode: realtime\nvehicle: {model: actuation_cmd}\n")});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.find("controllers: give pedals, which this vehicle.model does not accept") !=
          std::string::npos);
}

}  // namespace take_over_test

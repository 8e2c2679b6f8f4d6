// SPDX-License-Identifier: MIT
// vdsim_realtime as a process, tested through its sockets, its output and its exit code.
#include "plant_process.hpp"

#include "child.hpp"
#include "watchdog.hpp"

#include <gateway/protocol/vds1/client.hpp>
#include <gateway/protocol/vds1/convert.hpp>
#include <plant/ground_params.hpp>
#include <plant/model.hpp>
#include <plant/scenario.hpp>
#include <plant/sim_session.hpp>
#include <plant/tyre_params.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace server_test {

namespace vds1 = gateway::vds1;
using namespace std::chrono_literals;
using gateway::SimTime;
using tests::is_failsafe;
using tests::make_cmd;
using tests::PlantPeer;
using tests::PlantProcess;
using tests::vehicle_of;
using Strings = std::vector<std::string>;

std::string data(const std::string& file) {
    return std::string(PLANT_DATA) + "/" + file;
}

struct Simulation {
    plant::Model model = plant::Model::seven_dof;
    plant::SessionConfig config;
    plant::GroundParams ground;
    double vx_mps = 0;
    SimTime dt{5ms};
};

/// The states of a session without commands, without server and sockets.
plant::Output simulate(const Simulation& simulation, int ticks) {
    plant::SimSession session(plant::create_model(simulation.model, simulation.config.actuation),
                              plant::create_ground(simulation.ground), simulation.config);
    session.reset(plant::rolling_state(simulation.config.vehicle, 0, 0, 0, simulation.vx_mps));
    plant::Command command;
    command.brake = 0.3;
    for (int i = 0; i < ticks; ++i) {
        session.set_input(command);
        REQUIRE(session.tick(simulation.dt) == plant::StepStatus::ok);
    }
    return session.output();
}

struct FlagCase {
    Strings flags;
    std::function<void(Simulation&)> change;
};

/// A server with these flags must send, bit by bit, the states of a session with these options.
void check_flags(const FlagCase& flag_case) {
    CAPTURE(flag_case.flags.front());
    constexpr int ticks = 40;
    const tests::ScratchDirectory scratch;
    PlantPeer peer;
    Simulation simulation;
    simulation.vx_mps = 10;
    flag_case.change(simulation);
    const double duration_s = ticks * std::chrono::duration<double>(simulation.dt).count();
    Strings flags{"--state-port",    peer.port(),
                  "--state-version", "5",
                  "--duration",      std::to_string(duration_s)};
    flags.insert(flags.end(), flag_case.flags.begin(), flag_case.flags.end());
    if (std::find(flags.begin(), flags.end(), "--vx0") == flags.end())
        flags.insert(flags.end(), {"--vx0", "10"});
    PlantProcess(scratch, flags).finish();

    const auto states = peer.all();
    REQUIRE(states.size() == ticks);
    vds1::StateBuffer sent{}, expected{};
    vds1::encode(states.back(), sent);
    vds1::encode(vds1::to_state(simulate(simulation, ticks), states.back().header), expected);
    CHECK(sent == expected);
    CHECK(states.back().header.timestamp_s == doctest::Approx(duration_s).epsilon(1e-12));
}

TEST_CASE("every flag of the vehicle and its world configures the session") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    std::string heavy = tests::read_file(data("vehicle/sedan.yaml"));
    heavy.replace(heavy.find("mass_kg:"),
                  heavy.find('\n', heavy.find("mass_kg:")) - heavy.find("mass_kg:"),
                  "mass_kg: 2222");
    const std::string vehicle = scratch.write("heavy.yaml", heavy).string();
    std::string slippery = tests::read_file(data("tyre/sedan.yaml"));
    slippery.replace(slippery.find("d: 1.05"), 7, "d: 0.40");
    const std::string tyre = scratch.write("slippery.yaml", slippery).string();
    const std::string solver =
        scratch.write("solver.yaml", "integrator: semi_implicit\nmax_step_s: 0.0005\n").string();
    const auto level = [](const char* name, plant::Model model) {
        return FlagCase{{"--level", name}, [=](Simulation& s) { s.model = model; }};
    };
    const FlagCase cases[] = {
        level("L0", plant::Model::kinematic),
        level("L1", plant::Model::bicycle),
        level("L2", plant::Model::seven_dof),
        level("L3", plant::Model::fourteen_dof),
        {{"--vx0", "17.5"}, [](Simulation& s) { s.vx_mps = 17.5; }},
        {{"--rate", "500"}, [](Simulation& s) { s.dt = 2ms; }},
        {{vehicle}, [&](Simulation& s) { s.config.vehicle = plant::load_vehicle(vehicle); }},
        {{data("vehicle/sedan.yaml"), data("tyre/sedan.tir")},
         [](Simulation& s) {
             s.config.vehicle = plant::load_vehicle(data("vehicle/sedan.yaml"));
             s.config.tyre = plant::load_tyre(data("tyre/sedan.tir"));
         }},
        {{vehicle, tyre},
         [&](Simulation& s) {
             s.config.vehicle = plant::load_vehicle(vehicle);
             s.config.tyre = plant::load_tyre(tyre);
         }},
        {{"--actuator", data("actuator/sedan.yaml")},
         [](Simulation& s) {
             s.config.actuator = plant::load_actuator(data("actuator/sedan.yaml"));
         }},
        {{"--sensors", data("sensor/sedan.yaml")},
         [](Simulation& s) { s.config.sensors = plant::load_sensors(data("sensor/sedan.yaml")); }},
        {{"--solver", solver},
         [&](Simulation& s) { s.config.solver = plant::load_solver(solver); }},
        {{"--ground", data("ground/everything.yaml")},
         [](Simulation& s) { s.ground = plant::load_ground(data("ground/everything.yaml")); }}};
    for (const FlagCase& flag_case : cases) check_flags(flag_case);
}

TEST_CASE(
    "STATEs go to the given addresses, in their version, numbered from 1, in simulated time") {
    const tests::Watchdog watchdog;
    for (std::uint16_t version = 1; version <= 5; ++version) {
        const tests::ScratchDirectory scratch;
        PlantPeer peer(tests::own_address());
        PlantProcess plant(scratch,
                           {"--state-ip", tests::own_address(), "--state-port", peer.port(),
                            "--state-version", std::to_string(version), "--duration", "0.25"});
        const auto statistics = plant.statistics();
        const auto states = peer.all();
        REQUIRE(states.size() == 50);
        CHECK(peer.size() == vds1::state_bytes(version));
        for (std::size_t i = 0; i < states.size(); ++i) {
            CHECK(states[i].header.version == version);
            CHECK(states[i].header.sequence == i + 1);
            CHECK(std::llround(states[i].header.timestamp_s * 1e9) ==
                  static_cast<long long>(i + 1) * 5'000'000);
        }
        CHECK(statistics.at("sim_time_s") == doctest::Approx(0.25));
        CHECK(statistics.at("ticks") == 50);
        CHECK(vehicle_of(statistics).at("state") == "waiting");
    }
}

TEST_CASE("CMDs are received at the given port") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    PlantPeer peer;
    PlantProcess plant(scratch,
                       {"--cmd-port", "7101", "--state-port", peer.port(), "--state-version", "5"});
    CHECK(is_failsafe(*peer.next()));
    vds1::Cmd cmd = make_cmd();
    const auto state = peer.await([&](const vds1::State& seen) {
        ++cmd.header.sequence;
        peer.send(cmd, 7101);
        return !is_failsafe(seen);
    });
    CHECK(state.throttle_applied == 0.5);
    CHECK(plant.stop().at("ports").at(0).at("cmd_port") == 7101);
}

/// Sends one CMD, and returns the simulated time from the first STATE with its effect to the first
/// one without it.
double commanded_time(PlantPeer& peer, vds1::Cmd& cmd) {
    const auto follows = [&](const vds1::State& s) { return s.throttle_applied == cmd.throttle; };
    const auto first = peer.drive(cmd, follows);
    // CMDs sent by drive() have been received, or are with the next STATEs.
    double last_s = first.header.timestamp_s;
    cmd.steering_tire_angle_rad += 0.01;
    ++cmd.header.sequence;
    peer.send(cmd);
    const auto shown = peer.await([&](const vds1::State& s) {
        return s.steering_tire_angle_applied_rad == cmd.steering_tire_angle_rad;
    });
    last_s = shown.header.timestamp_s;
    return peer.await([&](const vds1::State& s) { return !follows(s); }).header.timestamp_s -
           last_s;
}

TEST_CASE(
    "without a CMD for the time-out the vehicle enters fail-safe, and resumes with the next CMD") {
    const tests::Watchdog watchdog;
    for (const double timeout_s : {0.02, 0.1, 0.3}) {
        CAPTURE(timeout_s);
        const tests::ScratchDirectory scratch;
        PlantPeer peer;
        PlantProcess plant(scratch, {"--cmd-timeout", std::to_string(timeout_s), "--state-port",
                                     peer.port(), "--state-version", "5"});
        CHECK(is_failsafe(*peer.next()));
        vds1::Cmd cmd = make_cmd();
        const double first_s = commanded_time(peer, cmd);
        const double again_s = commanded_time(peer, cmd);
        const auto statistics = plant.stop();
        for (const double time_s : {first_s, again_s}) {
            CHECK(time_s <= timeout_s + 1e-9);
            // Simulated time is paused where ticks were skipped, the clock is not.
            if (statistics.at("overruns") == 0) CHECK(time_s > timeout_s - 0.0101);
        }
        CHECK(vehicle_of(statistics).at("failsafe_entries") >= 2);
        CHECK(vehicle_of(statistics).at("state") == "failsafe");
    }
}

TEST_CASE("fail-safe holds or centres the steering, with the configured brake") {
    const tests::Watchdog watchdog;
    for (const bool centre : {false, true}) {
        const tests::ScratchDirectory scratch;
        PlantPeer peer;
        auto plant = PlantProcess::of_config(
            scratch, "vehicles:\n  - state: [{port: " + peer.port() +
                         ", version: 5}]\n    failsafe: {brake: 0.75, steering: " +
                         (centre ? "center" : "hold") + "}\n");
        vds1::Cmd cmd = make_cmd(0.2);
        peer.drive(cmd, [](const vds1::State& s) { return s.throttle_applied == 0.5; });
        const auto state = peer.await([](const vds1::State& s) { return is_failsafe(s, 0.75); });
        CHECK(state.steering_tire_angle_applied_rad == (centre ? 0 : 0.2));
    }
}

TEST_CASE("the STATEs of a rolled-over vehicle are constant, it is reported once, exit code 3") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    std::string text = tests::read_file(data("vehicle/sedan.yaml"));
    const std::string height = "cg_height_m: 0.55";
    REQUIRE(text.find(height) != std::string::npos);
    text.replace(text.find(height), height.size(), "cg_height_m: 1.3");
    PlantPeer peer;
    PlantProcess plant(scratch, {scratch.write("tall.yaml", text).string(), "--vx0", "25",
                                 "--state-port", peer.port(), "--state-version", "5"});
    vds1::Cmd cmd = make_cmd(0.3, 0.0);
    double last_s = -1;
    const vds1::State kept = peer.drive(cmd, [&](const vds1::State& state) {
        return std::exchange(last_s, state.header.timestamp_s) == state.header.timestamp_s;
    });
    plant.wait_for_stderr("vehicle 0 rolled over at");
    const vds1::State later = *peer.next();
    CHECK(later.header.timestamp_s == kept.header.timestamp_s);
    CHECK(later.x_m == kept.x_m);
    plant.signal(SIGTERM);
    const tests::Finished finished = plant.finish();
    CHECK(finished.exit_code == 3);
    const std::string message = "rolled over";
    CHECK(finished.err.find(message) == finished.err.rfind(message));
    CHECK(vehicle_of(nlohmann::json::parse(finished.out)).at("roll_overs") == 1);
}

TEST_CASE("an undefined CMD is rejected and counted, one out of range limited and counted") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    PlantPeer peer;
    PlantProcess plant(scratch, {"--state-port", peer.port(), "--state-version", "5"});
    vds1::Cmd cmd = make_cmd();
    const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
    for (const double steer : {nan, infinite, -infinite}) {
        cmd.steering_tire_angle_rad = steer;
        ++cmd.header.sequence;
        peer.send(cmd);
    }
    cmd = make_cmd(0.1, 7);
    const auto state =
        peer.drive(cmd, [](const vds1::State& seen) { return seen.throttle_applied != 0; });
    CHECK(state.throttle_applied == 1);
    const auto statistics = plant.stop();
    CHECK(vehicle_of(statistics).at("cmd").at("not_finite") == 3);
    CHECK(vehicle_of(statistics).at("cmd").at("clamped") >= 1);
    CHECK(vehicle_of(statistics).at("cmd").at("clamped") ==
          vehicle_of(statistics).at("cmd").at("accepted"));
}

TEST_CASE("several vehicles: by vehicle_id since version 4, by port before") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    PlantPeer first, second, spectator, third;
    auto plant =
        PlantProcess::of_config(scratch,
                                "vehicles:\n"
                                "  - state: [{port: " +
                                    first.port() +
                                    ", version: 5}]\n"
                                    "    start: {y_m: 1}\n"
                                    "  - vehicle_id: 7\n"
                                    "    state: [{port: " +
                                    second.port() + ", version: 5}, {port: " + spectator.port() +
                                    ", version: 4}]\n"
                                    "    start: {y_m: 2}\n"
                                    "  - cmd_port: 7011\n"
                                    "    reply_to_sender: true\n"
                                    "    start: {y_m: 3}\n");
    const auto follows = [](const vds1::State& s) {
        return s.steering_tire_angle_applied_rad != 0;
    };

    vds1::Cmd cmd = make_cmd(0.1);
    cmd.header.vehicle_id = 7;
    const auto state = second.drive(cmd, follows);
    CHECK(state.header.vehicle_id == 7);
    CHECK(state.y_m == doctest::Approx(2).epsilon(0.05));
    CHECK(spectator.next()->header.version == 4);
    for (const vds1::State& seen : first.all()) REQUIRE(is_failsafe(seen));

    cmd = make_cmd(0.2);
    cmd.header.version = 3;
    CHECK(first.drive(cmd, follows).steering_tire_angle_applied_rad == 0.2);
    CHECK_FALSE(third.next(0ms));  // it is not known yet
    std::optional<vds1::State> reply;
    for (; !reply; reply = third.next(20ms)) {
        ++cmd.header.sequence;
        third.send(cmd, 7011);
    }
    CHECK(reply->header.version == 3);
    CHECK(reply->header.sequence == 1);
    CHECK(reply->y_m == doctest::Approx(3).epsilon(0.05));

    cmd.header.version = 5;
    cmd.header.vehicle_id = 9;
    first.send(cmd);
    CHECK(first.await([](const vds1::State& s) { return is_failsafe(s); }).header.version == 5);
    const auto statistics = plant.stop();
    CHECK(statistics.at("ports").at(0).at("rejected").at("unknown_vehicle") == 1);
    CHECK(vehicle_of(statistics, 0, 1).at("vehicle_id") == 7);
    CHECK(vehicle_of(statistics, 1, 0).at("cmd").at("accepted") >= 1);
}

TEST_CASE("a controller killed and started again at sequence 1 drives after the time-out") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    PlantPeer watcher;
    PlantProcess plant(scratch, {"--state-port", watcher.port(), "--state-version", "5"});
    const auto drive_on = [&](double steer_rad, std::uint32_t sequence) {
        PlantPeer controller;
        vds1::Cmd cmd = make_cmd(steer_rad);
        for (cmd.header.sequence = sequence;; ++cmd.header.sequence) {
            controller.send(cmd);
            controller.next(10ms);
        }
        return 0;
    };
    const auto steers = [](double steer_rad) {
        return [=](const vds1::State& s) {
            return s.throttle_applied == 0.5 && s.steering_tire_angle_applied_rad == steer_rad;
        };
    };
    {
        const tests::Child first([&] { return drive_on(0.1, 0xfffffff0); });  // wraps in between
        for (int i = 0; i < 30; ++i) watcher.await(steers(0.1));
        first.kill();
        first.await_death();
    }
    CHECK(watcher.await([](const vds1::State& s) { return is_failsafe(s); })
              .steering_tire_angle_applied_rad == 0.1);
    const tests::Child again([&] { return drive_on(0.2, 1); });
    watcher.await(steers(0.2));
    CHECK(vehicle_of(plant.stop()).at("failsafe_entries") >= 1);
}

TEST_CASE("a plant killed and restarted is fresh for its controller") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    vds1::ClientOptions options;
    options.peer_address = tests::own_address();
    options.local_port = 0;
    vds1::Client client(options);
    const Strings flags{"--state-port", std::to_string(client.local_port())};
    const auto drive_until = [&](bool fresh) {
        while (client.is_fresh(std::chrono::steady_clock::now()) != fresh) {
            client.send({}, std::chrono::steady_clock::now());
            pollfd polled{client.descriptor(), POLLIN, 0};
            ::poll(&polled, 1, 10);
            client.receive(std::chrono::steady_clock::now());
        }
    };
    {
        PlantProcess plant(scratch, flags);
        drive_until(true);
        plant.signal(SIGKILL);
        CHECK(plant.finish().exit_code == -1);
    }
    drive_until(false);
    PlantProcess again(scratch, flags);
    drive_until(true);
    CHECK(vehicle_of(again.stop()).at("cmd").at("out_of_order") == 0);
}

TEST_CASE("a port in use is named, exit code 1") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    const PlantPeer holder(tests::own_address());
    const auto finished = tests::run(
        scratch, {"vdsim_realtime", "--bind", tests::own_address(), "--cmd-port", holder.port()});
    CHECK(finished.exit_code == 1);
    CHECK(finished.err.find(tests::own_address() + ":" + holder.port()) != std::string::npos);
    CHECK(finished.err.find("in use") != std::string::npos);
}

TEST_CASE("off the loopback it warns that any host can drive") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    const auto warned = tests::run(
        scratch, {"vdsim_realtime", "--bind", "0.0.0.0", "--cmd-port", "0", "--duration", "0.05"});
    CHECK(warned.exit_code == 0);
    CHECK(warned.err.find("0.0.0.0") != std::string::npos);
    CHECK(warned.err.find("can drive") != std::string::npos);
    const auto closed = tests::run(
        scratch, {"vdsim_realtime", "--bind", tests::own_address(), "--duration", "0.05"});
    CHECK(closed.err.find("can drive") == std::string::npos);
}

TEST_CASE("a status line each second shows rate, lateness, drops and fail-safe") {
    const tests::Watchdog watchdog;
    const tests::ScratchDirectory scratch;
    tests::Command plant(scratch, {"vdsim_realtime", "--bind", tests::own_address()});
    plant.wait_for_stderr("ticks/s, late p99");
    plant.wait_for_stderr("dropped, FAIL-SAFE");
    plant.signal(SIGINT);
    CHECK(plant.finish().exit_code == 0);
}

}  // namespace server_test

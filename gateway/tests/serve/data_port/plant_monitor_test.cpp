// SPDX-License-Identifier: MIT
// The work of vdsim_realtime's loop for the data port.
#include "board/plant_monitor.hpp"
#include "child.hpp"
#include "count_allocations.hpp"
#include "forbid_system_calls.hpp"
#include "platform/create_vehicle.hpp"
#include "skip.hpp"

#include <doctest/doctest.h>

namespace plant_monitor_test {

using namespace gateway;
using namespace gateway::data_port;
using namespace std::chrono_literals;

namespace {

constexpr SimTime period{5ms};

VehicleConfig car() {
    VehicleConfig config;
    config.vx_mps = 10;
    set_step(config, period);
    return config;
}

vds1::Cmd cmd_of(double throttle, std::uint32_t sequence = 1) {
    vds1::Cmd cmd;
    cmd.header.sequence = sequence;
    cmd.header.version = vds1::newest_version;
    cmd.throttle = throttle;
    return cmd;
}

/// A vehicle that ticks every 5 ms of both clocks, and a port that always requests it.
struct Scene {
    vdsim::PlantServer server{RealTimeOptions{period, OverrunPolicy::skip, 1}};
    RunControl control;
    VehicleBoard board;
    vdsim::PlantVehicle vehicle{{}, create_vehicle(car()), Filters(), 1};
    FaultBoard faults{"car"};
    FaultBoard::Entry& ice = faults.entries.emplace_back("ice", "friction", "world");
    PlantMonitor sut{board, server, control, &faults};
    SteadyTime now{1h};
    std::uint64_t commands = 0;

    void tick() {
        board.state_requested = board.durations_requested = true;
        sut.before_tick(vehicle, now);
        vehicle.tick(now);
        sut.after_tick(vehicle, true);
        now += period;
    }
    void ask(double throttle) {
        IoCommand& command = board.command.filling();
        command = {};
        command.pedals.throttle = throttle;
        command.asked_at = now;
        command.number = ++commands;
        board.command.publish();
    }
    const Snapshot& seen() {
        static_cast<void>(board.states->take());
        return board.states->latest().snapshot;
    }
};

const gateway::Endpoint sender{0x7f000001, 1000};

}  // namespace

TEST_CASE("data port of a plant: a command acts from the next tick on, for its time-out") {
    Scene scene;
    scene.ask(0.5);
    scene.tick();
    Snapshot seen = scene.seen();
    CHECK(seen.command_number == 1);
    CHECK(seen.is_command_accepted);
    CHECK(seen.state.throttle_applied == doctest::Approx(0.5));
    CHECK(seen.controller.is_manual);
    CHECK(scene.board.is_driven_here);
    for (int i = 0; i < 20; ++i) scene.tick();  // the time-out is 0.1 s
    seen = scene.seen();
    CHECK(seen.is_failsafe);
    CHECK(seen.state.throttle_applied == 0);
    CHECK_FALSE(scene.board.is_driven_here);
}

TEST_CASE("data port of a plant: the active faults are published") {
    Scene scene;
    REQUIRE(scene.board.faults.size() == 1);
    CHECK(scene.board.faults[0].name == "ice");
    scene.tick();
    static_cast<void>(scene.seen());
    CHECK(scene.board.states->latest().faults == std::vector<bool>{false});
    ++scene.ice.changes;
    scene.tick();
    static_cast<void>(scene.seen());
    CHECK(scene.board.states->latest().faults == std::vector<bool>{true});
}

TEST_CASE("data port of a plant: the active driver keeps the vehicle") {
    Scene scene;
    CHECK(scene.vehicle.take(cmd_of(0.2), sender, scene.now));
    scene.ask(0.5);
    scene.tick();
    CHECK_FALSE(scene.seen().is_command_accepted);
    CHECK(scene.seen().state.throttle_applied == doctest::Approx(0.2));
    scene.now += 100ms;
    scene.ask(0.5);
    scene.tick();
    CHECK(scene.seen().is_command_accepted);
    CHECK_FALSE(scene.vehicle.take(cmd_of(0.2, 2), sender, scene.now));
    ++scene.control.releases;
    scene.tick();
    CHECK(scene.vehicle.take(cmd_of(0.2, 3), sender, scene.now));
}

TEST_CASE("data port of a plant: commands queued for longer than a time-out do not act") {
    Scene scene;
    scene.ask(0.5);
    scene.now += 1s;
    scene.tick();
    const Snapshot& seen = scene.seen();
    CHECK(seen.command_number == 1);
    CHECK_FALSE(seen.is_command_accepted);
    CHECK(seen.state.throttle_applied == 0);
}

TEST_CASE("data port of a plant: a reset vehicle restarts, and waits for a command") {
    Scene scene;
    scene.ask(1);
    for (int i = 0; i < 10; ++i) scene.tick();
    RestartParts fresh{create_vehicle(car()), {}};
    scene.sut.restart(fresh);
    CHECK_FALSE(scene.sut.has_restarted());
    scene.tick();
    CHECK(scene.sut.has_restarted());
    const Snapshot& seen = scene.seen();
    CHECK(seen.now == period);
    CHECK(seen.is_failsafe);
    CHECK((seen.controller.state == ControllerState::waiting));
    CHECK(seen.cycles == 11);
}

TEST_CASE("data port of a plant: the loop does not allocate for it") {
    Scene scene;
    scene.tick();
    RestartParts fresh{create_vehicle(car()), {}};
    const std::size_t before = tests::allocations();
    for (int i = 0; i < 100; ++i) {
        scene.ask(0.5);
        if (i == 50) scene.sut.restart(fresh);
        scene.tick();
    }
    CHECK(tests::allocations() == before);
}

TEST_CASE("data port of a plant: the loop makes no system call for it") {
    if (tests::has_filter()) TEST_SKIPPED("no system calls can be forbidden here");
    Scene scene;
    constexpr int no_filter = 77;
    tests::Child child([&] {
        scene.tick();
        if (!tests::forbid_system_calls()) return no_filter;
        for (int i = 0; i < 100; ++i) {
            scene.ask(0.5);
            scene.tick();
        }
        return 0;
    });
    const int code = child.wait();
    if (code == no_filter) TEST_SKIPPED("no system calls can be forbidden here");
    CHECK(code == 0);
}

TEST_CASE(
    "data port of a plant: vehicles are added to a running server without allocations in the "
    "loop") {
    vdsim::PlantServer server{RealTimeOptions{period, OverrunPolicy::skip, 1}};
    const gateway::Endpoint any = gateway::make_endpoint("127.0.0.1", 0);
    const auto make = [](std::uint32_t id) {
        vdsim::PlantVehicleOptions options;
        options.vehicle_id = id;
        return std::make_unique<vdsim::PlantVehicle>(options, create_vehicle(car()), Filters(), 1);
    };
    vdsim::CmdPort& first = server.add_port(any);
    first.add(make(7));
    server.make_room(2);
    vdsim::AddedVehicle beside{make(3), &first, nullptr};
    vdsim::AddedVehicle apart{nullptr, nullptr,
                              std::make_unique<vdsim::CmdPort>(any, period, SteadyTime{})};
    apart.new_port->reserve(1);
    apart.new_port->add(make(4));
    RunControl control;
    StepGate gate(control, "the vehicles");
    server.run(period, control, gate);  // one-time allocations have been made
    const std::size_t before = tests::allocations();
    server.hand_over(beside);
    server.run(3 * period, control, gate);
    CHECK(server.has_taken());
    server.hand_over(apart);
    server.run(5 * period, control, gate);
    CHECK(tests::allocations() == before);
    REQUIRE(server.ports().size() == 2);
    REQUIRE(first.vehicles().size() == 2);
    CHECK(first.vehicles()[1]->id() == 3);
    CHECK(first.vehicles()[1]->feedback().sim_time > SimTime(0));
    CHECK(server.ports()[1]->vehicles()[0]->feedback().sim_time > SimTime(0));
}

}  // namespace plant_monitor_test

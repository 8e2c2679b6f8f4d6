// SPDX-License-Identifier: MIT
// A vehicle and its CMD port with both clocks as variables. Datagrams pass through real sockets; on
// the loopback they arrive when they are sent.
#include <gateway/protocol/vds1/convert.hpp>
#include "command_level/level_converting_vehicle.hpp"
#include "plant_server/plant_server.hpp"
#include "platform/converted_vehicle.hpp"
#include "platform/sim_vehicle.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

namespace plant_vehicle_test {

using namespace std::chrono_literals;
using gateway::DatagramBatch;
using gateway::Endpoint;
using gateway::make_endpoint;
using gateway::UdpSocket;
using namespace gateway::vds1;
using namespace gateway::vdsim;
using gateway::SimTime;
using gateway::SteadyTime;

const Endpoint alice{0x7f000001, 1000}, bob{0x7f000001, 2000};

std::unique_ptr<gateway::Vehicle> make_vehicle() {
    auto session = std::make_unique<plant::SimSession>(
        plant::create_seven_dof(), plant::create_flat_ground(), plant::SessionConfig{});
    session->reset(plant::rolling_state(session->vehicle(), 0, 0, 0, 10));
    return std::make_unique<gateway::SimVehicle>(std::move(session), 5ms);
}

Cmd make_cmd(std::uint32_t sequence, double steer_rad = 0.1) {
    Cmd cmd;
    cmd.header.sequence = sequence;
    cmd.steering_tire_angle_rad = steer_rad;
    cmd.throttle = 0.5;
    return cmd;
}

/// A vehicle that ticks every 5 ms of both clocks, unless a test advances one alone.
struct Scene {
    explicit Scene(const PlantVehicleOptions& options = {}, double time_scale = 1)
        : sut(options, make_vehicle(), gateway::Filters(), time_scale) {}

    void take(const Cmd& cmd, const Endpoint& from = alice) { sut.take(cmd, from, wall); }
    void tick(int count = 1) {
        for (; count > 0; --count, wall += period) sut.tick(wall);
    }
    const gateway::Feedback& output() const { return sut.feedback(); }

    PlantVehicle sut;
    SteadyTime wall{1h};
    std::chrono::nanoseconds period{5ms};
};

bool is_braking(const Scene& scene, double brake = 0.3) {
    return scene.output().throttle_applied == 0 && scene.output().brake_applied == brake;
}

TEST_CASE("a vehicle brakes from its first tick until a CMD arrives, and follows it immediately") {
    Scene scene;
    scene.tick();
    CHECK(is_braking(scene));
    scene.take(make_cmd(1));
    scene.tick();
    CHECK(scene.output().throttle_applied == 0.5);
    CHECK(scene.output().brake_applied == 0);
    CHECK(scene.output().steer_applied_rad == 0.1);
}

TEST_CASE("the numbers of STATEs continue with 0 after 2^32 - 1") {
    PlantVehicleOptions options;
    options.reply_to_sender = Reply::all;
    Scene scene(options);
    scene.tick();
    UdpSocket receiver(make_endpoint("127.0.0.1", 0)), sender(make_endpoint("127.0.0.1", 0));
    std::uint32_t sequence = 0xfffffffd;
    for (const std::uint32_t expected : {0xfffffffeU, 0xffffffffU, 0U, 1U}) {
        SendBatch batch(sender);
        scene.sut.add_reply(batch, {receiver.local(), 3}, sequence, SteadyTime{});
        batch.flush();
        DatagramBatch received;
        REQUIRE(received.receive(receiver) == 1);
        State state;
        REQUIRE(decode(received.data(0), received.size(0), state) == DecodeStatus::ok);
        CHECK(state.header.sequence == expected);
    }
}

TEST_CASE("a command lasts for the ticks of the time-out, and not one more") {
    Scene scene;
    scene.take(make_cmd(1));
    for (int i = 0; i < 20; ++i) {
        scene.tick();
        CHECK_FALSE(is_braking(scene));
    }
    scene.tick();
    CHECK(is_braking(scene));
    CHECK(scene.sut.watchdog().losses() == 1);
    scene.take(make_cmd(2));
    scene.tick();
    CHECK_FALSE(is_braking(scene));
}

TEST_CASE(
    "1,000 silences of any length: fail-safe within the time-out and a tick, ended by the next "
    "CMD") {
    std::mt19937 random(3);
    Scene scene;
    std::uint32_t sequence = 0;
    for (int round = 0; round < 1000; ++round) {
        CAPTURE(round);
        scene.wall += std::chrono::microseconds(random() % 5000);  // between two ticks
        scene.take(make_cmd(++sequence));
        const SteadyTime commanded = scene.wall;
        scene.wall += std::chrono::microseconds(random() % 1000);
        scene.tick();
        REQUIRE_FALSE(is_braking(scene));
        SteadyTime ticked = scene.wall;
        while (!is_braking(scene)) {
            ticked = scene.wall;
            scene.tick();
            REQUIRE(ticked - commanded <= 100ms + scene.period);
        }
        REQUIRE(ticked - commanded >= 100ms);
        scene.tick(static_cast<int>(random() % 50));
    }
    CHECK(scene.sut.watchdog().losses() == 1000);
}

TEST_CASE("a sender with a jumping or invalid clock is still followed") {
    Scene scene;
    std::uint32_t sequence = 0;
    for (const double timestamp_s : {12.5, 1e9, -1e9, 0.0, std::nan(""), 1e300}) {
        CAPTURE(timestamp_s);
        ++sequence;
        Cmd cmd = make_cmd(sequence, 0.01 * sequence);
        cmd.header.timestamp_s = timestamp_s;
        scene.take(cmd);
        scene.tick();
        CHECK(scene.output().steer_applied_rad == cmd.steering_tire_angle_rad);
    }
    CHECK(scene.sut.counters().accepted == sequence);
}

TEST_CASE("fail-safe holds the steering, or centres it if configured, with its brake") {
    PlantVehicleOptions options;
    for (const bool centre : {false, true}) {
        options.failsafe.centre_steering = centre;
        options.failsafe.brake = 0.7;
        Scene scene(options);
        scene.take(make_cmd(1, 0.1));
        scene.tick(21);
        CHECK(is_braking(scene, 0.7));
        CHECK(scene.output().steer_applied_rad == (centre ? 0 : 0.1));
    }
}

TEST_CASE("fail-safe shifts to neutral if configured, and the next driver has the gear again") {
    PlantVehicleOptions options;
    options.failsafe.gear = gateway::Gear::neutral;
    options.failsafe.hand_brake = true;
    Scene scene(options);
    const auto drive = [&] {
        return scene.sut.drive(LocalDriver::data_port, {gateway::PedalCommand{}, {}}, scene.wall);
    };
    CHECK(drive() == GateStatus::accepted);
    scene.tick(1);
    CHECK(scene.output().report.gear == gateway::Gear::drive);
    scene.tick(21);
    CHECK(scene.output().report.gear == gateway::Gear::neutral);
    CHECK(scene.output().report.hand_brake);
    CHECK(drive() == GateStatus::accepted);
    CHECK(scene.output().report.gear == gateway::Gear::drive);
    CHECK_FALSE(scene.output().report.hand_brake);
}

TEST_CASE("a vehicle of a paused plant is in fail-safe when its sender times out") {
    Scene scene;
    scene.take(make_cmd(1));
    scene.wall += 100ms;
    scene.tick();
    CHECK(is_braking(scene));
}

TEST_CASE("a time scale stretches the time-out on the clock, for the gate and for the watchdog") {
    for (const double scale : {0.5, 1.0, 4.0}) {
        CAPTURE(scale);
        Scene scene({}, scale);
        scene.period = std::chrono::nanoseconds(std::llround(5e6 / scale));
        scene.take(make_cmd(1));
        scene.tick(19);
        CHECK_FALSE(scene.sut.watchdog().is_failsafe());
        scene.take(make_cmd(2), bob);
        CHECK(scene.sut.counters().other_controller == 1);
        scene.tick(2);
        CHECK(scene.sut.watchdog().is_failsafe());
        scene.take(make_cmd(3), bob);
        CHECK(scene.sut.counters().accepted == 2);
    }
}

TEST_CASE("an undefined value or gear never reaches the vehicle and does not end a time-out") {
    Scene scene;
    scene.take(make_cmd(1));
    const double bad[] = {std::nan(""), std::numeric_limits<double>::infinity()};
    std::uint32_t sequence = 1;
    for (const double value : bad) {
        for (double Cmd::*field : {&Cmd::steering_tire_angle_rad, &Cmd::throttle, &Cmd::brake}) {
            Cmd cmd = make_cmd(++sequence);
            cmd.*field = value;
            scene.take(cmd);
        }
    }
    Cmd cmd = make_cmd(++sequence);
    cmd.gear = 7;
    scene.tick(20);
    scene.take(cmd);
    scene.tick();
    CHECK(scene.sut.counters().not_finite == 7);
    CHECK(scene.sut.counters().accepted == 1);
    CHECK(is_braking(scene));
    CHECK(std::isfinite(scene.output().state.velocity_mps.x()));
}

TEST_CASE("a value out of range is limited and counted") {
    Scene scene;
    Cmd cmd = make_cmd(1, 100);
    cmd.throttle = 3;
    cmd.brake = -1;
    scene.take(cmd);
    scene.tick();
    CHECK(scene.output().throttle_applied == 1);
    CHECK(scene.output().brake_applied == 0);
    CHECK(scene.output().steer_applied_rad == plant::VehicleParams().steering.max_angle_rad);
    CHECK(scene.sut.counters().clamped == 1);
}

TEST_CASE("equal and older CMDs are dropped, across the end of the numbers") {
    Scene scene;
    scene.take(make_cmd(0xffffffff, 0.1));
    scene.take(make_cmd(1, 0.2));
    scene.take(make_cmd(0xffffffff, 0.3));
    scene.take(make_cmd(1, 0.4));
    scene.tick();
    CHECK(scene.output().steer_applied_rad == 0.2);
    CHECK(scene.sut.counters().accepted == 2);
    CHECK(scene.sut.counters().out_of_order == 2);
}

TEST_CASE("a late CMD 0 moves no pedal") {
    Scene scene;
    for (std::uint32_t i = 0; i <= 2; ++i) scene.take(make_cmd(i, 0.1 * i));
    scene.take(make_cmd(0, 0));
    scene.tick();
    CHECK(scene.output().steer_applied_rad == 0.2);
    CHECK(scene.sut.counters().out_of_order == 1);
}

TEST_CASE("an older or repeated CMD does not end fail-safe") {
    Scene scene;
    for (std::uint32_t i = 1; i <= 50; ++i) {
        scene.take(make_cmd(i));
        scene.tick();
    }
    scene.tick(21);
    REQUIRE(is_braking(scene));
    for (std::uint32_t i = 0; i < 1000; ++i) {
        scene.take(make_cmd(i % 2 == 0 ? 50 : 1 + i % 49));
        scene.tick();
        REQUIRE(is_braking(scene));
    }
    CHECK(scene.sut.counters().out_of_order == 1000);
    scene.take(make_cmd(51));
    scene.tick();
    CHECK_FALSE(is_braking(scene));
}

TEST_CASE("a controller that restarts is accepted after the time-out, not before") {
    Scene scene;
    Cmd cmd = make_cmd(5000);
    scene.take(cmd);
    scene.tick(10);
    cmd.header.sequence = 1;
    cmd.header.timestamp_s = 2;
    scene.take(cmd);
    CHECK(scene.sut.counters().out_of_order == 1);
    scene.tick(10);
    cmd.header.sequence = 2;
    cmd.header.timestamp_s = 2.05;
    scene.take(cmd);
    CHECK(scene.sut.counters().accepted == 2);
}

TEST_CASE("the first controller keeps the vehicle until it times out") {
    Scene scene;
    scene.take(make_cmd(1, 0.1));
    for (std::uint32_t sequence = 2; sequence < 100; ++sequence) {
        scene.tick();
        scene.take(make_cmd(sequence, -0.2), bob);
        scene.take(make_cmd(sequence, 0.1));
        REQUIRE(scene.output().steer_applied_rad == 0.1);
    }
    CHECK(scene.sut.counters().other_controller == 98);
    scene.tick(20);
    scene.take(make_cmd(100, -0.2), bob);
    scene.tick();
    CHECK(scene.output().steer_applied_rad == -0.2);
}

/// A CMD port with a vehicle of time-out 100 ms, and a socket that sends to it.
struct PortScene {
    PortScene() {
        PlantVehicleOptions options;
        options.destinations = {{peer.local(), 5}};
        options.reply_to_sender = Reply::holder;
        sut.add(std::make_unique<PlantVehicle>(options, make_vehicle(), gateway::Filters(), 1));
    }
    void send(const Cmd& cmd) {
        CmdBuffer buffer;
        REQUIRE(peer.send(sut.local(), buffer.data(), encode(cmd, buffer)));
    }
    const PlantVehicle& vehicle() const { return *sut.vehicles().front(); }

    UdpSocket peer{{0x7f000001, 0}};
    SteadyTime now{1h};
    CmdPort sut{{0x7f000001, 0}, 5ms, now};
};

TEST_CASE("CMDs found by a poll that is late by a time-out are dropped as stale") {
    PortScene scene;
    scene.send(make_cmd(1));
    scene.sut.drain(scene.now += 104ms);
    CHECK(scene.vehicle().counters().accepted == 1);
    scene.send(make_cmd(2));
    scene.send(make_cmd(3));
    scene.sut.drain(scene.now += 105ms);
    CHECK(scene.vehicle().counters().accepted == 1);
    CHECK(scene.sut.counters().stale == 2);
    scene.send(make_cmd(4));
    scene.sut.drain(scene.now += 1ms);
    CHECK(scene.vehicle().counters().accepted == 2);
}

TEST_CASE("CMDs that arrive after an empty poll of the port are not stale") {
    PortScene scene;
    scene.sut.drain(scene.now += 1h);
    scene.send(make_cmd(1));
    scene.sut.drain(scene.now += 1ms);
    CHECK(scene.vehicle().counters().accepted == 1);
}

TEST_CASE("subscribers are on the loopback or allowed, last for 2 s, and are the last 16") {
    constexpr Endpoint denied{0xc0000201, 7002}, allowed{0xc0000202, 7002};
    Subscribers sut({allowed.address});
    sut.add_vehicle();
    SteadyTime now{1h};
    const auto alive = [&] {
        std::vector<Endpoint> endpoints;
        for (const auto& subscriber : sut.all())
            if (subscriber.is_alive(now)) endpoints.push_back(subscriber.to.endpoint);
        return endpoints;
    };
    CHECK(alive().empty());
    sut.on_command({denied, 5}, now);
    CHECK(alive().empty());
    sut.on_command({allowed, 5}, now);
    sut.on_command({alice, 5}, now += 1s);
    sut.on_command({alice, 3}, now);
    CHECK(alive() == std::vector<Endpoint>{allowed, alice});
    now += 1s;
    CHECK(alive() == std::vector<Endpoint>{alice});
    now += 1s;
    CHECK(alive().empty());
    for (std::uint16_t port = 1; port <= 20; ++port)
        sut.on_command({{0x7f000001, port}, 5}, now += 1ms);
    const auto last = alive();
    CHECK(last.size() == 16);
    for (const Endpoint& endpoint : last) CHECK(endpoint.port > 4);
}

TEST_CASE("each stream of STATEs has its own numbers, and the sender gets its version") {
    PortScene scene;
    DatagramBatch batch;
    Cmd cmd = make_cmd(1);
    cmd.header.version = 1;
    scene.send(cmd);
    scene.sut.drain(scene.now);
    for (std::uint32_t i = 1; i <= 3; ++i) {
        scene.sut.send_states(scene.now);
        REQUIRE(batch.receive(scene.peer) == 2);
        CHECK(batch.size(0) == state_bytes(5));
        CHECK(batch.size(1) == state_bytes(1));
        for (std::size_t k = 0; k < 2; ++k) {
            State state;
            REQUIRE(decode(batch.data(k), batch.size(k), state) == DecodeStatus::ok);
            CHECK(state.header.sequence == i);
        }
    }
    scene.sut.send_states(scene.now + 100ms);
    CHECK(batch.receive(scene.peer) == 1);  // a sender that has timed out is removed
}

/// The same number gives the same kind of vehicle: most are L2, some start behind others, some have
/// another step.
std::unique_ptr<PlantVehicle> make_numbered(std::uint32_t number) {
    using plant::Model;
    const bool takes_actuation = number % 11 == 5;
    const Model model = takes_actuation   ? Model::actuation_cmd
                        : number % 7 == 0 ? Model::fourteen_dof
                                          : Model::seven_dof;
    auto session = std::make_unique<plant::SimSession>(plant::create_model(model),
                                                       plant::create_flat_ground());
    session->reset(plant::rolling_state(session->vehicle(), 0, number, 0, 10));
    std::unique_ptr<gateway::Vehicle> vehicle = std::make_unique<gateway::SimVehicle>(
        std::move(session), number % 10 < 2 ? 10ms : 5ms,
        takes_actuation ? gateway::Level::actuation : gateway::Level::pedals);
    if (takes_actuation)
        vehicle = std::make_unique<gateway::ConvertedVehicle>(std::move(vehicle),
                                                              gateway::ConversionOptions{});
    if (number % 3 == 0) vehicle = gateway::with_level_conversion(std::move(vehicle), {});
    PlantVehicleOptions options;
    options.vehicle_id = number;
    return std::make_unique<PlantVehicle>(options, std::move(vehicle), gateway::Filters(), 1);
}

TEST_CASE("vehicles that are ticked together move bit-identically to separate ones") {
    constexpr std::uint32_t count = 150;  // more than a batch holds
    CmdPort port(make_endpoint("127.0.0.1", 0), 5ms, SteadyTime{1h});
    std::vector<std::unique_ptr<PlantVehicle>> alone;
    for (std::uint32_t i = 0; i < count; ++i) {
        port.add(make_numbered(i));
        alone.push_back(make_numbered(i));
    }
    TickBatch sut;
    std::mt19937 random(3);
    SteadyTime now{1h};
    for (std::uint32_t tick = 1; tick <= 200; ++tick, now += 5ms) {
        for (std::uint32_t i = 0; i < count; ++i) {
            if (random() % 40 == 0) {
                const Cmd cmd = make_cmd(tick, 0.001 * static_cast<double>(random() % 300));
                REQUIRE(alone[i]->take(cmd, alice, now));
                REQUIRE(port.vehicles()[i]->take(cmd, alice, now));
            }
            alone[i]->tick(now);
            sut.add(port, *port.vehicles()[i], now);
        }
        sut.flush(now);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        CAPTURE(i);
        const gateway::Feedback& one = alone[i]->feedback();
        const gateway::Feedback& other = port.vehicles()[i]->feedback();
        CHECK(other.sim_time == one.sim_time);
        CHECK(other.state.position_m == one.state.position_m);
        CHECK(other.state.wheel_spin_radps == one.state.wheel_spin_radps);
        CHECK(other.ay_mps2 == one.ay_mps2);
        CHECK(port.vehicles()[i]->counters().accepted == alone[i]->counters().accepted);
        CHECK(port.vehicles()[i]->watchdog().losses() == alone[i]->watchdog().losses());
    }
    CHECK(alone[4]->feedback().state.position_m.x() > 1);
}

}  // namespace plant_vehicle_test

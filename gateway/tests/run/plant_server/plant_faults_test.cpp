// SPDX-License-Identifier: MIT
// Faults of the vehicles of vdsim_realtime, with both clocks as variables.
#include "plant_server/create_plant_vehicle.hpp"
#include "plant_server/load_plant_server_config.hpp"
#include "plant_server/plant_server.hpp"
#include "platform/create_vehicle.hpp"

#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

namespace plant_faults_test {

using namespace gateway::vdsim;
using namespace std::chrono_literals;
using gateway::FaultHand;
using gateway::SteadyTime;
namespace vds1 = gateway::vds1;

constexpr gateway::SimTime period = 5ms;

PlantVehicleConfig read(const std::string& text) {
    PlantVehicleConfig config =
        load_plant_vehicle("vehicle.yaml", "reply_to_sender: false\nsafety: off\n" + text, period);
    config.vehicle.vx_mps = 10;
    return config;
}

/// A vehicle at a CMD port, which a peer drives and whose STATEs it gets.
struct Scene {
    explicit Scene(const std::string& faults) : config(read("faults: [" + faults + "]\n")) {
        config.options.cmd_timeout = 1h;
        config.options.destinations.push_back({peer.local(), 3});
        its = create_plant_faults(config, period);
        REQUIRE(its);
        auto made = create_plant_vehicle(config, 1, nullptr, its.get());
        sut = made.get();
        port.add(std::move(made));
    }

    void command(double steer_rad) {
        vds1::Cmd cmd;
        cmd.header.sequence = ++sequence;
        cmd.steering_tire_angle_rad = steer_rad;
        vds1::CmdBuffer buffer;
        REQUIRE(peer.send(port.local(), buffer.data(), vds1::encode(cmd, buffer)));
    }
    const gateway::Feedback& tick(int count = 1) {
        for (int i = 0; i < count; ++i) {
            now += period;
            port.drain(now);
            sut->tick(now);
            port.send_states(now);
            take_states();
        }
        return sut->feedback();
    }
    void take_states() {
        for (std::size_t count = batch.receive(peer); count > 0; count = batch.receive(peer))
            for (std::size_t i = 0; i < count; ++i) {
                vds1::State state;
                ++datagrams;
                if (vds1::decode(batch.data(i), batch.size(i), state) == vds1::DecodeStatus::ok)
                    states.push_back(state);
            }
    }
    double gnss_error_m() const {
        const auto& seen = sut->feedback();
        return seen.sensors.of(plant::sensor::gnss_position)[0] - seen.state.position_m.x();
    }

    PlantVehicleConfig config;
    std::unique_ptr<PlantFaults> its;
    SteadyTime now{50s};
    CmdPort port{gateway::make_endpoint("127.0.0.1", 0), period, now};
    gateway::UdpSocket peer{gateway::make_endpoint("127.0.0.1", 0)};
    gateway::DatagramBatch batch;
    PlantVehicle* sut = nullptr;
    std::uint32_t sequence = 0;
    std::size_t datagrams = 0;
    std::vector<vds1::State> states;
};

TEST_CASE("a stuck actuator of a plant holds exactly its value from its time on") {
    Scene scene(
        "{name: stuck, kind: stuck, target: actuators.steering, from: {time_s: 0.5}, "
        "until: {time_s: 1}}");
    for (int i = 1; i <= 200; ++i) {
        scene.command(0.001 * i);
        const double expected_rad = i <= 100 || i > 200 ? 0.001 * i : 0.1;
        CHECK(scene.tick().steer_applied_rad == expected_rad);
    }
    scene.command(0.3);
    CHECK(scene.tick().steer_applied_rad == 0.3);
}

TEST_CASE("a bias of a sensor is in the feedback and in STATEs while it is active") {
    Scene scene(
        "{name: gnss, kind: bias, bias_m: 3, target: sensors.gnss_position.x_m, "
        "from: {time_s: 0.05}, until: {after_s: 0.05}}");
    for (int i = 1; i <= 40; ++i) {
        scene.tick();
        const double expected_m = i >= 10 && i < 20 ? 3 : 0;
        CHECK(scene.gnss_error_m() == doctest::Approx(expected_m));
        const vds1::State& state = scene.states.back();
        CHECK(state.measured_gnss_x_m - state.x_m == doctest::Approx(expected_m));
    }
}

TEST_CASE("a drift of b m/s is b t") {
    Scene scene(
        "{name: gnss, kind: drift, rate: 0.5, target: sensors.gnss_position, "
        "from: {time_s: 0}}");
    for (int i = 1; i <= 400; ++i) {
        scene.tick();
        CHECK(scene.gnss_error_m() == doctest::Approx(0.5 * 0.005 * i).epsilon(1e-6));
        const auto& seen = scene.sut->feedback();
        CHECK(seen.sensors.of(plant::sensor::gnss_position)[5] == seen.state.yaw_rad);
    }
}

TEST_CASE("a fault without a begin is switched by hand, and continues after a restart") {
    Scene scene("{name: ice, kind: friction, scale: 0.1, target: world}");
    gateway::FaultBoard::Entry& entry = scene.its->board().entries.at(0);
    CHECK(scene.tick(10).friction[0] == 1);
    entry.hand = FaultHand::on;
    CHECK(scene.tick(2).friction[0] == 0.1);
    CHECK(entry.is_active());
    auto vehicle = create_vehicle(scene.config.vehicle);
    gateway::Filters filters = create_plant_filters(scene.config, nullptr);
    scene.sut->restart(vehicle, filters);
    CHECK(scene.tick().friction[0] == 0.1);
    entry.hand = FaultHand::off;
    CHECK(scene.tick(2).friction[0] == 1);
    CHECK(entry.changes == 2);
}

TEST_CASE("a condition begins a fault") {
    Scene scene(
        "{name: slip, kind: tyre_friction, scale: 0.5, target: vehicle.front_left, "
        "from: {when: x_m > 1}}");
    while (scene.tick().state.position_m.x() <= 1) CHECK(scene.sut->feedback().friction[0] == 1);
    CHECK(scene.tick().friction == plant::PerWheel{0.5, 1, 1, 1});
}

TEST_CASE("10 % loss of STATEs and of CMDs is in its binomial interval") {
    constexpr int most = 20'000;
    const double sigma = std::sqrt(most * 0.1 * 0.9);
    Scene states(
        "{name: lost, kind: loss, probability: 0.1, target: links.vds1.state, "
        "from: {time_s: 0}}");
    states.tick(most);
    CHECK(std::abs(0.9 * most - static_cast<double>(states.states.size())) < 5 * sigma);
    CHECK(states.sut->counters().states_sent == most);
    Scene cmds(
        "{name: lost, kind: loss, probability: 0.1, target: links.vds1.cmd, "
        "from: {time_s: 0}}");
    for (int i = 0; i < most; ++i) {
        cmds.command(0);
        cmds.tick();
    }
    CHECK(std::abs(0.9 * most - static_cast<double>(cmds.sut->counters().accepted)) < 5 * sigma);
    CHECK(cmds.states.size() == most);
}

TEST_CASE("CMDs and STATEs are delayed by the same time") {
    Scene scene("{name: late, kind: delay, delay_s: 0.1, target: links.vds1, from: {time_s: 0}}");
    scene.command(0.2);
    for (int i = 1; i <= 40; ++i) {
        const double steer_rad = scene.tick().steer_applied_rad;
        CHECK(steer_rad == (i > 20 ? 0.2 : 0));
        CHECK(scene.states.size() == static_cast<std::size_t>(std::max(0, i - 20)));
    }
    CHECK(scene.states.front().header.sequence == 1);
}

TEST_CASE("corrupted datagrams are rejected at both ends") {
    Scene scene(
        "{name: bits, kind: corruption, probability: 1, target: links.vds1, "
        "from: {time_s: 0}}");
    for (int i = 0; i < 1000; ++i) {
        scene.command(0.2);
        CHECK(scene.tick().steer_applied_rad == 0);
    }
    CHECK(scene.datagrams == 1000);
    CHECK(scene.states.empty());
    CHECK(scene.sut->counters().accepted == 0);
}

TEST_CASE("faults that a plant cannot have are refused with their place") {
    const auto complaint = [](const std::string& target, const std::string& kind) {
        try {
            read("faults: [{name: a, target: " + target + ", kind: " + kind + "}]\n");
        } catch (const plant::FileError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(complaint("process", "kill").find("which vdsim_realtime does not have") !=
          std::string::npos);
    CHECK(complaint("links.tcp", "cut").find("must be one of links.vds1,") != std::string::npos);
    CHECK(complaint("sensors.radar", "freeze").find("sensors.gnss_position") != std::string::npos);
    CHECK(complaint("actuators.accel", "dead").find("actuators.steering") != std::string::npos);
    CHECK(complaint("vehicle.third", "tyre_friction, scale: 1").find("vehicle.rear_left") !=
          std::string::npos);
    CHECK(complaint("actuators.steering", "bias, bias: 1").find("must be one of dead") !=
          std::string::npos);
    CHECK(complaint("actuators.steering", "offset, offset_deg: 3").empty());
}

}  // namespace plant_faults_test

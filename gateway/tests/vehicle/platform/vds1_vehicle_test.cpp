// SPDX-License-Identifier: MIT
#include "vds1_peer.hpp"

#include "platform/vds1_vehicle.hpp"

#include <doctest/doctest.h>

#include <chrono>

namespace vds1_vehicle_test {

namespace vds1 = gateway::vds1;
using namespace std::chrono_literals;
using gateway::SteadyTime;
using gateway::tests::Vds1Peer;

struct Scene {
    explicit Scene(std::chrono::nanoseconds step = 5ms) : sut(options(step), [&] { return now; }) {
        peer.set_client(sut.client().local_port());
        REQUIRE(sut.advance());
    }

    gateway::Vds1VehicleOptions options(std::chrono::nanoseconds step) const {
        gateway::Vds1VehicleOptions options;
        options.client = peer.reached({});
        options.step = step;
        return options;
    }
    void steer(double rad) {
        gateway::Command command;
        gateway::control_of<gateway::PedalCommand>(command).steer_rad = rad;
        sut.apply(command);
    }
    void advance(std::chrono::nanoseconds by) {
        now += by;
        REQUIRE(sut.advance());
    }
    int cmds() {
        int count = 0;
        for (; auto cmd = peer.next_cmd(); ++count) last = *cmd;
        return count;
    }

    Vds1Peer peer;
    SteadyTime now{50s};
    vds1::Cmd last;
    gateway::Vds1Vehicle sut;
};

TEST_CASE("every command is sent immediately, and a step sends nothing") {
    Scene scene;
    for (int i = 0; i < 10; ++i) scene.advance(5ms);
    CHECK(scene.cmds() == 0);
    scene.steer(0.1);
    scene.steer(0.2);
    CHECK(scene.cmds() == 2);
    CHECK(scene.last.steering_tire_angle_rad == 0.2);
}

TEST_CASE("while simulated time is paused it sends commands and receives STATEs") {
    Scene scene;
    vds1::State state;
    state.header.sequence = 1;
    scene.peer.send(state);
    gateway::Command command;
    gateway::control_of<gateway::PedalCommand>(command).brake = 0.4;
    scene.sut.stand_by(command);
    CHECK(scene.cmds() == 1);
    CHECK(scene.last.brake == 0.4);
    CHECK(scene.sut.feedback().is_fresh);
}

TEST_CASE("feedback is the newest STATE, and reports when it is no longer fresh") {
    Scene scene;
    CHECK_FALSE(scene.sut.feedback().is_fresh);
    CHECK(scene.sut.explain().find("no STATE from 127.0.0.1:") == 0);
    vds1::State state;
    state.header.timestamp_s = 0.25;
    for (std::uint32_t i = 1; i <= 3; ++i) {
        state.header.sequence = i;
        state.vx_mps = i;
        scene.peer.send(state);
    }
    scene.advance(5ms);
    CHECK(scene.sut.is_fresh());
    CHECK(scene.sut.feedback().is_fresh);
    CHECK(scene.sut.feedback().state.velocity_mps.x() == 3);
    CHECK(scene.sut.feedback().sim_time == 250ms);
    scene.advance(95ms);
    CHECK(scene.sut.feedback().is_fresh);
    scene.advance(5ms);
    CHECK_FALSE(scene.sut.feedback().is_fresh);
    CHECK_FALSE(scene.sut.is_fresh());
    CHECK(scene.sut.feedback().state.velocity_mps.x() == 3);
    CHECK(scene.sut.explain().find("for 100 ms") != std::string::npos);
    state.header.sequence = 1;
    state.header.timestamp_s = 0.3;
    state.vx_mps = 9;
    scene.peer.send(state);
    scene.advance(5ms);
    CHECK(scene.sut.feedback().is_fresh);
    CHECK(scene.sut.feedback().state.velocity_mps.x() == 9);
}

TEST_CASE("a peer with another protocol is reported by the dropped packets") {
    Scene scene;
    vds1::StateBuffer buffer;
    const std::size_t size = vds1::encode(vds1::State{}, buffer);
    buffer[4] = std::byte{6};
    scene.peer.send(buffer.data(), size);
    scene.advance(5ms);
    CHECK(scene.sut.explain().find("1 datagrams dropped for bad_version") != std::string::npos);
}

}  // namespace vds1_vehicle_test

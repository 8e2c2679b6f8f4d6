// SPDX-License-Identifier: MIT
#include "vds1_peer.hpp"

#include <gateway/protocol/vds1/client.hpp>
#include "vds1/sequence_window.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <vector>

namespace vds1_client_test {

namespace vds1 = gateway::vds1;
using namespace std::chrono_literals;
using gateway::SteadyTime;
using gateway::tests::Vds1Peer;

/// A client and its plant, at a time that the test sets.
struct Scene {
    explicit Scene(const vds1::ClientOptions& given = {}) : sut(peer.reached(given)) {
        peer.set_client(sut.local_port());
        sut.receive(now);
    }

    static vds1::State state(std::uint32_t sequence, double x_m = 0) {
        vds1::State state;
        state.header.sequence = sequence;
        state.x_m = x_m;
        return state;
    }
    bool deliver(const vds1::State& state) {
        sut.receive(now);
        peer.send(state);
        return sut.receive(now);
    }
    bool deliver(std::uint32_t sequence) { return deliver(state(sequence)); }
    void send(double steer_rad) {
        gateway::Command command;
        gateway::control_of<gateway::PedalCommand>(command).steer_rad = steer_rad;
        REQUIRE(sut.send(command, now));
    }
    const vds1::ClientStatistics& counts() const { return sut.statistics(); }

    Vds1Peer peer;
    SteadyTime now{1000s};
    vds1::Client sut;
};

TEST_CASE("a CMD has the command, the next sequence number and the time of sending") {
    vds1::ClientOptions options;
    options.version = 5;
    options.vehicle_id = 12;
    Scene scene(options);
    scene.send(0);
    const std::uint32_t before = scene.peer.next_cmd().value().header.sequence;
    gateway::Command command;
    gateway::control_of<gateway::PedalCommand>(command).steer_rad = 0.25;
    gateway::control_of<gateway::PedalCommand>(command).brake = 0.5;
    gateway::state_of(command).gear = gateway::Gear::reverse;
    gateway::control_of<gateway::PedalCommand>(command).aux_speed_target_mps = 3;
    for (std::uint32_t sequence = 1; sequence <= 3; ++sequence) {
        REQUIRE(scene.sut.send(command, scene.now + 10ms));
        const auto cmd = scene.peer.next_cmd();
        REQUIRE(cmd.has_value());
        CHECK(cmd->header.version == 5);
        CHECK(cmd->header.sequence == before + sequence);
        CHECK(cmd->header.vehicle_id == 12);
        CHECK(cmd->header.timestamp_s == doctest::Approx(1000.01).epsilon(1e-12));
        CHECK(cmd->steering_tire_angle_rad == 0.25);
        CHECK(cmd->brake == 0.5);
        CHECK(cmd->gear == -1);
        CHECK(cmd->aux_speed_target_mps == 3);
        CHECK(std::isnan(cmd->aux_accel_target_mps2));
    }
    CHECK(scene.counts().sent == 4);
}

TEST_CASE("the newest of all queued STATEs is used, of any version") {
    Scene scene;
    CHECK_FALSE(scene.sut.receive(scene.now));
    CHECK_FALSE(gateway::tests::is_readable(scene.sut.descriptor()));
    for (std::uint32_t i = 0; i < 100; ++i) {
        vds1::State state = Scene::state(i, i);
        state.header.version = static_cast<std::uint16_t>(1 + i % 5);
        scene.peer.send(state);
    }
    CHECK(gateway::tests::is_readable(scene.sut.descriptor()));
    CHECK(scene.sut.receive(scene.now));
    CHECK(scene.sut.state().x_m == 99);
    CHECK(scene.counts().taken == 100);
    CHECK(scene.counts().lost == 0);
    CHECK_FALSE(scene.sut.receive(scene.now));
}

TEST_CASE("it fails from state_timeout on, until a new STATE arrives") {
    Scene scene;
    CHECK_FALSE(scene.sut.is_fresh(scene.now));
    CHECK_FALSE(scene.sut.has_state());
    CHECK(scene.deliver(5));
    CHECK(scene.sut.is_fresh(scene.now));
    scene.now += 100ms - 1ns;
    CHECK(scene.sut.is_fresh(scene.now));
    scene.now += 1ns;
    CHECK_FALSE(scene.sut.is_fresh(scene.now));
    CHECK_FALSE(scene.sut.receive(scene.now));
    CHECK_FALSE(scene.sut.receive(scene.now));
    CHECK(scene.counts().timeouts == 1);
    CHECK(scene.deliver(6));
    CHECK(scene.sut.is_fresh(scene.now));
    CHECK(scene.sut.age(scene.now + 3ms) == 3ms);
}

TEST_CASE("a STATE that may have been queued for state_timeout is not used as current") {
    Scene scene;
    REQUIRE(scene.deliver(1));
    scene.peer.send(Scene::state(2));
    scene.now += 100ms;  // as after the process was stopped
    CHECK_FALSE(scene.sut.receive(scene.now));
    CHECK_FALSE(scene.sut.is_fresh(scene.now));
    CHECK(scene.counts().stale == 1);
    scene.peer.send(Scene::state(3));
    scene.now += 99ms;
    CHECK(scene.sut.receive(scene.now));
    CHECK(scene.sut.is_fresh(scene.now));
}

TEST_CASE("equal and older STATEs do not end a time-out") {
    Scene scene;
    scene.deliver(Scene::state(10, 1));
    scene.now += 60ms;
    CHECK_FALSE(scene.deliver(Scene::state(10, 2)));
    CHECK_FALSE(scene.deliver(Scene::state(9, 3)));
    CHECK(scene.sut.state().x_m == 1);
    scene.now += 40ms;
    CHECK_FALSE(scene.sut.is_fresh(scene.now));
}

vds1::State timed(std::uint32_t sequence, double timestamp_s, double x_m = 0) {
    vds1::State state = Scene::state(sequence, x_m);
    state.header.timestamp_s = timestamp_s;
    return state;
}

TEST_CASE("invalid STATEs do not end a time-out") {
    Scene scene;
    scene.deliver(Scene::state(10, 1));
    for (std::uint32_t sequence = 11; sequence < 30; ++sequence) {
        scene.now += 10ms;
        vds1::State state = Scene::state(sequence, 2);
        if (sequence % 2 == 0) state.yaw_rad = std::nan("");
        vds1::StateBuffer buffer;
        const std::size_t size = vds1::encode(state, buffer);
        if (sequence % 2 == 1) buffer[100] ^= std::byte{1};  // the CRC is wrong now
        scene.sut.receive(scene.now);
        scene.peer.send(buffer.data(), size);
        CHECK_FALSE(scene.sut.receive(scene.now));
        CHECK(scene.sut.is_fresh(scene.now) == (sequence < 20));
    }
    CHECK(scene.sut.state().x_m == 1);
    CHECK(scene.counts().timeouts == 1);
}

TEST_CASE(
    "a peer that restarts is accepted after state_timeout without STATEs, and reported once") {
    Scene scene;
    scene.deliver(timed(1000, 5));
    scene.now += 99ms;
    CHECK_FALSE(scene.deliver(timed(1, 0.005)));
    scene.now += 1ms;
    CHECK_FALSE(scene.deliver(timed(2, 0.01)));
    scene.now += 25ms;
    CHECK_FALSE(scene.deliver(timed(3, 0.035)));
    scene.now += 25ms;
    CHECK(scene.deliver(timed(4, 0.06)));
    CHECK(scene.deliver(timed(5, 0.065)));
    CHECK(scene.counts().lost == 0);
    CHECK(scene.counts().timeouts == 1);
}

TEST_CASE("a peer that repeats its last STATEs without end stays FAIL") {
    Scene scene;
    for (std::uint32_t i = 1; i <= 100; ++i, scene.now += 5ms)
        CHECK(scene.deliver(timed(i, 0.005 * i)));
    for (std::uint32_t i = 0; i < 1000; ++i, scene.now += 5ms) {
        const std::uint32_t again = i % 3 == 0 ? 100 : 90 + i % 11;
        CHECK_FALSE(scene.deliver(timed(again, 0.005 * again)));
    }
    CHECK_FALSE(scene.sut.is_fresh(scene.now));
    CHECK(scene.counts().timeouts == 1);
    CHECK(scene.counts().duplicates == 1000);
    CHECK(scene.counts().lost == 0);
    CHECK(scene.deliver(timed(101, 0.505)));
}

TEST_CASE("the sequence continues across its wrap") {
    Scene scene;
    for (const std::uint32_t sequence : {0xfffffffeU, 0xffffffffU, 0U, 1U})
        CHECK(scene.deliver(sequence));
    CHECK_FALSE(scene.deliver(0xffffffffU));
    CHECK(scene.counts().lost == 0);
    CHECK(scene.counts().duplicates == 1);
}

TEST_CASE("lost, out-of-order and duplicate STATEs are distinguished") {
    Scene scene;
    for (const std::uint32_t sequence : {1U, 2U, 6U, 4U, 4U, 6U, 3U, 7U}) scene.deliver(sequence);
    CHECK(scene.counts().taken == 4);
    CHECK(scene.counts().reordered == 2);   // 4 and 3
    CHECK(scene.counts().duplicates == 2);  // 4 and 6 again
    CHECK(scene.counts().lost == 1);        // 5
    scene.deliver(1007);
    CHECK(scene.counts().lost == 1000);
}

TEST_CASE("a window recognises late numbers for the last 64, also across the wrap") {
    using Status = vds1::SequenceStatus;
    vds1::SequenceWindow sut;
    CHECK(sut.admit(0xffffffe0U) == Status::newer);
    CHECK(sut.admit(0xffffffdfU) == Status::duplicate);  // from before the first: not missed
    CHECK(sut.admit(0x1fU) == Status::newer);
    CHECK(sut.lost() == 62);
    CHECK(sut.admit(0xffffffe1U) == Status::late);
    CHECK(sut.admit(0xffffffe1U) == Status::duplicate);
    CHECK(sut.admit(0x0U) == Status::late);
    CHECK(sut.lost() == 60);
    CHECK(sut.admit(0x21U) == Status::newer);
    CHECK(sut.admit(0xffffffe2U) == Status::late);
    CHECK(sut.admit(0x22U) == Status::newer);
    CHECK(sut.admit(0xffffffe2U) == Status::duplicate);
    sut.restart();
    CHECK(sut.admit(3) == Status::newer);
}

TEST_CASE("a datagram that is not a STATE of this vehicle is dropped and counted by reason") {
    vds1::ClientOptions options;
    options.version = 4;
    options.vehicle_id = 2;
    Scene scene(options);
    vds1::State state = Scene::state(1);
    state.header.version = 4;
    CHECK_FALSE(scene.deliver(state));
    CHECK(scene.counts().other_vehicle == 1);
    state.header.vehicle_id = 2;
    state.yaw_rad = std::nan("");
    CHECK_FALSE(scene.deliver(state));
    CHECK(scene.counts().not_finite == 1);
    state.yaw_rad = 0;

    vds1::StateBuffer buffer;
    const std::size_t size = vds1::encode(state, buffer);
    const auto drop = [&](std::size_t length, vds1::DecodeStatus reason) {
        scene.peer.send(buffer.data(), length);
        CHECK_FALSE(scene.sut.receive(scene.now));
        CHECK(scene.counts().rejected[static_cast<std::size_t>(reason)] == 1);
    };
    drop(size - 1, vds1::DecodeStatus::bad_length);
    buffer[100] ^= std::byte{1};
    drop(size, vds1::DecodeStatus::bad_crc);
    buffer[6] = std::byte{1};
    drop(size, vds1::DecodeStatus::bad_type);
    buffer[4] = std::byte{9};
    drop(size, vds1::DecodeStatus::bad_version);
    buffer[0] = std::byte{0};
    drop(size, vds1::DecodeStatus::bad_magic);
    CHECK_FALSE(scene.sut.has_state());
    CHECK(scene.deliver(state));
    const std::vector<std::byte> large(4000);
    scene.peer.send(large.data(), large.size());
    CHECK_FALSE(scene.sut.receive(scene.now));
    CHECK(scene.counts().rejected[5] == 1);
    CHECK(scene.counts().rejected[2] == 2);  // truncated at 513 bytes, and no magic
}

TEST_CASE("only the peer's host is accepted") {
    Scene scene;
    Vds1Peer other_host("127.0.0.2");
    other_host.set_client(scene.sut.local_port());
    other_host.send(Scene::state(7));
    CHECK_FALSE(scene.sut.receive(scene.now));
    CHECK(scene.counts().foreign == 1);
    Vds1Peer other_socket;
    other_socket.set_client(scene.sut.local_port());
    other_socket.send(Scene::state(8));
    CHECK(scene.sut.receive(scene.now));
}

TEST_CASE("the round trip is from the first CMD with a value to the first STATE that reports it") {
    Scene scene;
    const auto deliver = [&](std::uint32_t sequence, double applied) {
        vds1::State state = Scene::state(sequence);
        state.steering_tire_angle_applied_rad = applied;
        CHECK(scene.deliver(state));
    };
    deliver(1, 0);
    scene.send(0.1);
    scene.now += 4ms;
    scene.send(0.1);
    scene.now += 3ms;
    deliver(2, 0);
    CHECK(scene.counts().round_trip.count() == 0);
    deliver(3, 0.1);
    CHECK(scene.counts().round_trip.count() == 1);
    CHECK(scene.counts().round_trip.max() == 7ms);
    deliver(4, 0.1);
    scene.send(0);  // was reported before any command: it may be old
    scene.send(0.1);
    scene.now += 50ms;
    deliver(5, 0.1);
    CHECK(scene.counts().round_trip.count() == 1);
    for (int i = 0; i < 100; ++i) scene.send(1 + i);
    deliver(6, 1);  // too long ago
    CHECK(scene.counts().round_trip.count() == 1);
    deliver(7, 90);
    CHECK(scene.counts().round_trip.count() == 2);
}

TEST_CASE("before the first STATE a reported value cannot be distinguished from an old one") {
    Scene scene;
    scene.send(0);
    scene.now += 1ms;
    scene.deliver(1);
    CHECK(scene.counts().round_trip.count() == 0);
}

TEST_CASE("from version 5 on a changed pedal is enough for the round trip") {
    Scene scene;
    vds1::State state = Scene::state(1);
    state.header.version = 5;
    scene.deliver(state);
    gateway::Command command;
    gateway::control_of<gateway::PedalCommand>(command).throttle = 0.3;
    gateway::control_of<gateway::PedalCommand>(command).brake = 0.2;
    scene.sut.send(command, scene.now);
    scene.now += 6ms;
    state.header.sequence = 2;
    state.throttle_applied = 0.3;
    state.brake_applied = 0.2;
    scene.deliver(state);
    CHECK(scene.counts().round_trip.count() == 1);
    CHECK(scene.counts().round_trip.max() == 6ms);
}

TEST_CASE("the rate is that of the last whole second") {
    Scene scene;
    for (std::uint32_t i = 0; i <= 400; ++i) {
        scene.deliver(i);
        scene.now += 5ms;
    }
    CHECK(scene.counts().state_rate_hz == doctest::Approx(200));
    for (std::uint32_t i = 401; i <= 430; ++i) {
        scene.deliver(i);
        scene.now += 50ms;
    }
    CHECK(scene.counts().state_rate_hz == doctest::Approx(20).epsilon(0.06));
    for (int i = 0; i <= 200; ++i, scene.now += 10ms) scene.sut.receive(scene.now);
    CHECK(scene.counts().state_rate_hz == 0);
}

TEST_CASE("invalid options are rejected with a remedy") {
    const auto refusal = [](auto change) -> std::string {
        vds1::ClientOptions options;
        options.local_port = 0;
        change(options);
        try {
            vds1::Client sut(options);
        } catch (const std::exception& error) {
            return error.what();
        }
        return "";
    };
    CHECK(refusal([](auto&) {}) == "");
    CHECK(refusal([](auto& o) { o.version = 6; }) == "version 6 of VDS1 is unknown; choose 1 to 5");
    CHECK(refusal([](auto& o) { o.vehicle_id = 1; }) == "");
    const auto without_id = [](auto& o) {
        o.vehicle_id = 1;
        o.version = 3;
    };
    CHECK(refusal(without_id).find("choose version 4 or later") != std::string::npos);
    CHECK(refusal([](auto& o) { o.peer_address = "plant"; }).find("'plant' is not an IPv4") == 0);
    CHECK(refusal([](auto& o) { o.peer_port = 0; }) == "the peer's port must not be 0");
    CHECK(refusal([](auto& o) { o.state_timeout = 0ns; }) == "state_timeout must be longer than 0");
    CHECK(refusal([](auto& o) { o.local_address = "192.0.2.1"; }).find("192.0.2.1:0") !=
          std::string::npos);
}

TEST_CASE("a port in use is named") {
    Scene scene;
    vds1::ClientOptions options;
    options.local_port = scene.sut.local_port();
    const std::string where = "127.0.0.1:" + std::to_string(options.local_port);
    CHECK_THROWS_WITH_AS(vds1::Client{options}, doctest::Contains(where.c_str()),
                         std::runtime_error);
}

}  // namespace vds1_client_test

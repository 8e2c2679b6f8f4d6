// SPDX-License-Identifier: MIT
// The first CMDs, their version, and the detection of a peer that ignores them.
#include "vds1_peer.hpp"

#include <gateway/protocol/vds1/client.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace vds1_begin_test {

namespace vds1 = gateway::vds1;
using namespace std::chrono_literals;
using gateway::SteadyTime;
using gateway::tests::Vds1Peer;

/// A client that sends a CMD and polls every 10 ms, at a time that the test sets.
struct Scene {
    explicit Scene(const vds1::ClientOptions& options = {}) : sut(peer.reached(options)) {
        peer.set_client(sut.local_port());
        sut.receive(now);
        shown.header.version = 5;
        shown.brake_applied = 0.3;
        pedals.throttle = 0.4;
        pedals.steer_rad = 0.1;
    }
    /// @return the CMD
    vds1::Cmd cycle(bool has_state = true) {
        now += 10ms;
        if (has_state) {
            ++shown.header.sequence;
            peer.send(shown);
        }
        sut.receive(now);
        REQUIRE(sut.send({pedals, {}}, now));
        return peer.next_cmd().value();
    }
    std::uint32_t sequence(bool has_state = true) { return cycle(has_state).header.sequence; }
    /// Runs cycles until the peer is or is not reported as ignoring CMDs. @return their number
    int cycles_until(bool ignored) {
        int cycles = 0;
        for (; sut.statistics().is_ignored != ignored; ++cycles) {
            cycle();
            REQUIRE(cycles < 1000);
        }
        return cycles;
    }
    void follow() {
        shown.steering_tire_angle_applied_rad = pedals.steer_rad;
        shown.throttle_applied = pedals.throttle;
        shown.brake_applied = pedals.brake;
    }

    Vds1Peer peer;
    SteadyTime now{1000s};
    vds1::State shown;
    gateway::PedalCommand pedals;
    vds1::Client sut;
};

vds1::ClientOptions vdsim() {
    vds1::ClientOptions options;
    options.compatibility = vds1::Compatibility::vdsim;
    return options;
}

TEST_CASE(
    "CMDs start at 1 and rise by one during the life of the process, whatever the peer sends") {
    Vds1Peer peer("127.77.0.1");  // no other client of this process has sent to it
    const auto number = [&](vds1::Client& client, SteadyTime now) {
        REQUIRE(client.send({}, now));
        return peer.next_cmd().value().header.sequence;
    };
    std::uint32_t last = 0;
    for (const int round : {1, 2}) {
        CAPTURE(round);
        vds1::ClientOptions options = peer.reached({});
        options.peer_address = "127.77.0.1";
        vds1::Client sut(options);
        peer.set_client(sut.local_port());
        SteadyTime now{1000s};
        vds1::State shown;
        shown.header.version = 5;
        shown.brake_applied = 0.3;  // which nothing has sent
        sut.receive(now);
        for (int i = 0; i < 400; ++i) {
            now += 10ms;
            const bool is_silent = i % 200 > 150;
            ++shown.header.sequence;
            if (!is_silent) peer.send(shown);
            sut.receive(now);
            CHECK(number(sut, now) == ++last);
        }
        CHECK(sut.statistics().ignored >= 1);
        CHECK(sut.statistics().timeouts >= 1);
    }
    CHECK(last == 800);
}

TEST_CASE("for VDSim CMDs are 0 until a STATE has arrived after three of them and 50 ms") {
    Scene scene(vdsim());
    for (int i = 0; i < 20; ++i) CHECK(scene.sequence(false) == 0);
    CHECK(scene.sequence() == 1);
    CHECK(scene.sequence() == 2);
    Scene early(vdsim());
    for (int i = 0; i < 5; ++i) CHECK(early.sequence() == 0);
    // 50 ms after the first one
    CHECK(early.sequence() == 1);
    CHECK(early.sequence(false) == 2);
}

TEST_CASE("for VDSim CMDs restart at 0 when the peer returns after a time-out") {
    Scene scene(vdsim());
    scene.follow();
    for (int i = 0; i < 100; ++i) scene.cycle();
    CHECK(scene.sequence() == 96);
    for (std::uint32_t i = 0; i < 30; ++i) CHECK(scene.sequence(false) == 97 + i);
    for (int i = 0; i < 5; ++i) CHECK(scene.sequence() == 0);
    CHECK(scene.sequence() == 1);
    CHECK(scene.sut.statistics().ignored == 0);
}

TEST_CASE("VDSim that shows no effect of CMDs for 1 s gets 0 and the next numbers alternately") {
    Scene scene(vdsim());
    std::uint32_t last = 0, highest = 0;
    int cycles = 0;
    const auto cycles_while = [&](auto condition) {
        for (cycles = 0; condition(); ++cycles) {
            highest = std::max(highest, last);
            last = scene.sequence();
            REQUIRE(cycles < 1000);
        }
        return cycles;
    };
    CHECK(cycles_while([&] { return !scene.sut.statistics().is_ignored; }) == 102);
    for (const int seconds : {1, 2}) {
        CHECK(last == 0);
        const std::uint32_t above = highest + 1;
        CHECK(cycles_while([&] { return last < above; }) == 100);
        CHECK(last == above);
        CHECK(cycles_while([&] { return last != 0; }) == seconds * 100);
    }
    CHECK(scene.sut.statistics().ignored == 1);
    scene.follow();
    scene.cycles_until(false);
    for (int i = 0; i < 300; ++i) CHECK((scene.sequence() != 0 || i < 6));
    CHECK(scene.sut.statistics().ignored == 1);
}

TEST_CASE("a peer with lag, delay, limits or a dead zone does not count as ignoring CMDs") {
    for (const double limit : {1.0, 0.05}) {
        Scene scene;
        double lagged_rad = 0.4, lagged = 0;  // from another client on its way to the gateway's
        for (int i = 0; i < 3000; ++i) {
            scene.pedals.steer_rad = 0.3 * std::sin(0.01 * i);
            scene.pedals.throttle = i % 700 < 300 ? 0.6 : 0.015;
            scene.pedals.brake = i % 900 < 100 ? 0.8 : 0;
            lagged_rad += 0.01 * (scene.pedals.steer_rad - lagged_rad);
            lagged += 0.02 * (scene.pedals.throttle - lagged);
            scene.shown.steering_tire_angle_applied_rad =
                std::max(std::min(lagged_rad, limit), -limit);
            scene.shown.throttle_applied = lagged < 0.05 ? 0 : lagged;
            scene.shown.brake_applied = 0.7 * scene.pedals.brake;
            scene.cycle();
            REQUIRE_FALSE(scene.sut.statistics().is_ignored);
        }
    }
}

TEST_CASE("a peer that reports no tyre angle does not count as ignoring CMDs") {
    for (std::uint16_t version = 1; version <= 5; ++version) {
        Scene scene;
        scene.shown.header.version = version;
        scene.shown.steering_tire_angle_applied_rad = std::nan("");
        scene.shown.brake_applied = scene.pedals.brake;
        scene.shown.throttle_applied = scene.pedals.throttle;
        for (int i = 0; i < 300; ++i) scene.cycle();
        CHECK_FALSE(scene.sut.statistics().is_ignored);
    }
}

TEST_CASE("a peer that stays at zero with any CMD ignores CMDs, in any version") {
    for (std::uint16_t version = 1; version <= 5; ++version) {
        Scene scene;
        scene.shown.header.version = version;
        scene.shown.brake_applied = 0;
        scene.cycles_until(true);
        scene.follow();
        scene.cycles_until(false);
        scene.pedals = {};  // driving straight without pedals shows no difference
        scene.follow();
        for (int i = 0; i < 300; ++i) scene.cycle();
        CHECK_FALSE(scene.sut.statistics().is_ignored);
    }
}

TEST_CASE("a peer that sends nothing does not count as ignoring CMDs") {
    Scene scene;
    for (int i = 0; i < 500; ++i) {
        scene.now += 10ms;
        ++scene.shown.header.sequence;
        scene.peer.send(scene.shown);
        scene.sut.receive(scene.now);
    }
    CHECK_FALSE(scene.sut.statistics().is_ignored);
}

TEST_CASE("CMDs follow the version of the peer's STATEs, unless one is configured") {
    Scene scene;
    CHECK(scene.cycle(false).header.version == 3);
    for (const int number : {5, 1, 4}) {
        const auto version = static_cast<std::uint16_t>(number);
        scene.shown.header.version = version;
        CHECK(scene.cycle().header.version == version);
        CHECK(scene.cycle(false).header.version == version);
        CHECK(scene.sut.cmd_version() == version);
    }
    vds1::ClientOptions options;
    options.version = 2;
    Scene fixed(options);
    CHECK(fixed.cycle().header.version == 2);
}

TEST_CASE("CMDs for a vehicle with an id stay in versions that have an id") {
    vds1::ClientOptions options;
    options.vehicle_id = 3;
    Scene scene(options);
    CHECK(scene.cycle(false).header.version == 5);
    scene.shown.header.version = 3;
    CHECK(scene.cycle().header.version == 5);
    scene.shown.header.version = 4;
    scene.shown.header.vehicle_id = 3;
    CHECK(scene.cycle().header.version == 4);
    CHECK(scene.cycle().header.vehicle_id == 3);
}

/// The counted losses of vehicle 1 of two, if every `nth` datagram is missing.
std::uint64_t lost(bool is_shared, std::uint32_t ahead, int nth) {
    vds1::ClientOptions options;
    options.vehicle_id = 1;
    Scene scene(options);
    std::uint32_t sequence[] = {ahead, 0};
    int sent = 0;
    for (int tick = 0; tick < 400; ++tick) {
        scene.now += 5ms;
        for (const std::uint32_t id : {0U, 1U}) {
            scene.shown.header.vehicle_id = id;
            scene.shown.header.sequence = is_shared ? ++sequence[0] : ++sequence[id];
            if (nth == 0 || ++sent % nth != 0) scene.peer.send(scene.shown);
        }
        scene.sut.receive(scene.now);
    }
    CHECK(scene.sut.statistics().duplicates == 0);
    CHECK(scene.sut.statistics().other_vehicle >= 300);
    return scene.sut.statistics().lost;
}

TEST_CASE(
    "losses are counted for the vehicle, or for the socket if its vehicles share the numbers") {
    for (const std::uint32_t ahead : {0U, 1U, 40U, 5000U}) {
        CAPTURE(ahead);
        CHECK(lost(true, ahead, 0) == 0);
        CHECK(lost(false, ahead, 0) == 0);
        // 800 datagrams, every 41st missing: 19, of which 10 are vehicle 1's or the other's.
        CHECK(lost(true, ahead, 41) == 19);
        CHECK(lost(false, ahead, 41) == doctest::Approx(9.5).epsilon(0.06));
    }
}

TEST_CASE("polls further apart than state_timeout cause no loss and no time-out") {
    vds1::ClientOptions options;
    options.look_period = 150ms;
    Scene scene(options);
    for (std::uint32_t sequence = 1; sequence <= 20; ++sequence) {
        scene.shown.header.sequence = sequence;
        scene.peer.send(scene.shown);
        CHECK(scene.sut.receive(scene.now += 150ms));
        CHECK(scene.sut.is_fresh(scene.now));
    }
    CHECK(scene.sut.statistics().stale == 0);
    CHECK(scene.sut.statistics().timeouts == 0);
    scene.peer.send(scene.shown);
    CHECK_FALSE(scene.sut.receive(scene.now += 250ms));
    CHECK(scene.sut.statistics().stale == 1);
}

}  // namespace vds1_begin_test

// SPDX-License-Identifier: MIT
#include "vds1_peer.hpp"

#include "command_level/level_converting_vehicle.hpp"
#include "platform/create_vehicle.hpp"
#include "platform/vds1_vehicle.hpp"

#include <gateway/protocol/vds1/convert.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace peer_test {

/// Commands of each level to a VDS1 vehicle, over sockets of the loopback. The remote vehicle is
/// the simulated sedan, which advances by one period in each cycle, so that nothing depends on the
/// clock.
namespace {

using namespace std::chrono_literals;
using namespace gateway;
using gateway::tests::Vds1Peer;

constexpr SimTime period = 10ms;

struct Scene {
    explicit Scene(const LevelConversionConfig& config) {
        Vds1VehicleOptions options;
        options.client = peer.reached({});
        options.step = period;
        auto remote = std::make_unique<Vds1Vehicle>(options, [this] { return now; });
        peer.set_client(remote->client().local_port());
        sut = with_level_conversion(std::move(remote), config);
        show();
    }
    /// Sends a STATE, which the vehicle receives.
    void show() {
        vds1::Header header;
        header.sequence = ++sequence;
        peer.send(vds1::to_state(plant->feedback(), header));
        REQUIRE(sut->advance());
    }
    void go(const Command& command, SimTime time) {
        for (SimTime t{0}; t < time; t += period) {
            sut->apply(command);
            while (const auto cmd = peer.next_cmd()) {
                ++cmds;
                plant->apply(vds1::to_command(*cmd).value());
            }
            for (SimTime s{0}; s < period; s += plant->step()) REQUIRE(plant->advance());
            now += period;
            show();
        }
    }
    double speed() const { return plant->feedback().state.velocity_mps.x(); }
    double curvature() const {
        return plant->feedback().state.angular_velocity_radps.z() / speed();
    }

    Vds1Peer peer;
    SteadyTime now{50s};
    std::unique_ptr<Vehicle> plant = create_vehicle({});
    std::unique_ptr<Vehicle> sut;
    std::uint32_t sequence = 0;
    int cmds = 0;
};

/// Parameters as a user would set them from the car's data sheet.
LevelConversionConfig papers() {
    LevelConversionConfig config;
    config.pedals.full_throttle_mps2 = 3;
    config.pedals.full_brake_mps2 = 10;
    config.steering = {2.7, 0.0006};
    return config;
}

TEST_CASE("a VDS1 vehicle is driven by velocity and curvature, one CMD a period") {
    Scene scene(papers());
    scene.go({CurvatureCommand{10, 0}, {}}, 25s);
    CHECK(scene.cmds == 2500);
    CHECK(scene.speed() == doctest::Approx(10).epsilon(0.01));
    scene.go({CurvatureCommand{10, 0.02}, {}}, 5s);
    CHECK(scene.curvature() == doctest::Approx(0.02).epsilon(0.03));
    scene.go({VelocityCommand{-3, 0}, {}}, 20s);
    CHECK(scene.plant->feedback().report.gear == Gear::reverse);
    CHECK(scene.speed() == doctest::Approx(-3).epsilon(0.03));
}

TEST_CASE(
    "a VDS1 vehicle reaches a requested acceleration, even with parameters that are wrong by 50 "
    "%") {
    LevelConversionConfig config = papers();
    config.pedals.full_throttle_mps2 = 4.5;
    Scene scene(config);
    scene.go({AccelerationCommand{1, 0, 0, 0}, {}}, 6s);
    CHECK(scene.plant->feedback().ax_mps2 == doctest::Approx(1).epsilon(0.05));
}

TEST_CASE("a VDS1 vehicle that has timed out is braked") {
    Scene scene(papers());
    scene.go({VelocityCommand{10, 0.05}, {}}, 2s);
    scene.now += 1s;
    REQUIRE(scene.sut->advance());
    scene.sut->apply({VelocityCommand{10, 0.05}, {}});
    std::optional<vds1::Cmd> last;
    while (const auto cmd = scene.peer.next_cmd()) last = cmd;
    REQUIRE(last);
    CHECK(last->throttle == 0);
    CHECK(last->brake > 0.2);
    CHECK(last->steering_tire_angle_rad == 0.05);
}

}  // namespace

}  // namespace peer_test

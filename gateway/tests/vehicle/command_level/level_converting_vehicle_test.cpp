// SPDX-License-Identifier: MIT
#include "command_parts.hpp"

#include "command_level/level_converting_vehicle.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace level_converting_vehicle_test {

using namespace std::chrono_literals;
using namespace gateway;
using namespace gateway::tests;

/// Reports a given state, and stores its commands.
class Listener : public Vehicle {
  public:
    Listener(std::vector<Command>& heard, Feedback& shown) : heard_(heard), shown_(shown) {}
    SimTime step() const override { return 10ms; }
    bool takes(Level level) const override { return level == Level::pedals; }
    plant::InputStatus apply(const Command& command) override {
        heard_.push_back(command);
        return plant::InputStatus::accepted;
    }
    bool advance() override { return true; }
    void stand_by(const Command& command) override { heard_.push_back(command); }
    const Feedback& feedback() const override { return shown_; }
    std::string explain() const override { return "heard"; }

  private:
    std::vector<Command>& heard_;
    Feedback& shown_;
};

struct Scene {
    explicit Scene(const LevelConversionConfig& config = {})
        : sut(std::make_unique<Listener>(heard, shown), config) {}
    void show(double velocity_mps) { shown.state.velocity_mps.x() = velocity_mps; }
    const PedalCommand& pedals() const { return pedals_of(heard.back()); }
    Gear gear() const { return state_command_of(heard.back()).gear; }

    std::vector<Command> heard;
    Feedback shown;
    LevelConvertingVehicle sut;
};

VehicleStateCommand with_gear(Gear gear) {
    VehicleStateCommand state;
    state.gear = gear;
    return state;
}

TEST_CASE("the conversion keeps the switches of brake control") {
    Scene scene;
    Command command;
    command.control = AccelerationCommand{};
    command.off.esc = true;
    REQUIRE(scene.sut.apply(command) == plant::InputStatus::accepted);
    CHECK(scene.heard.back().off.esc);
    CHECK_FALSE(scene.heard.back().off.abs);
}

TEST_CASE("the conversion accepts the levels above pedals, raw ones only with a scale") {
    LevelConversionConfig config;
    config.raw = vehicle_interface::RawScale{1000, 2000, 100};
    for (const Level level :
         {Level::pedals, Level::acceleration, Level::velocity, Level::curvature})
        CHECK(Scene().sut.takes(level));
    CHECK_FALSE(Scene().sut.takes(Level::raw));
    CHECK(Scene(config).sut.takes(Level::raw));
    CHECK_FALSE(Scene().sut.takes(Level::actuation));
    CHECK_FALSE(Scene().sut.takes(Level::wheel_torques));
}

TEST_CASE("pedals reach the vehicle bit-identical and once") {
    Scene scene;
    PedalCommand pedals{0.1, 2, -0.0, 1, 2};
    scene.sut.apply({pedals, with_gear(Gear::low), 5ms});
    for (int i = 0; i < 5; ++i) REQUIRE(scene.sut.advance());
    REQUIRE(scene.heard.size() == 1);
    CHECK(scene.pedals().throttle == 2);
    CHECK(std::signbit(scene.pedals().brake));
    CHECK(scene.pedals().aux_speed_target_mps == 2);
    CHECK(scene.gear() == Gear::low);
    CHECK(scene.heard.back().stamp == SimTime(5ms));
    scene.sut.apply({pedals, {}});
    CHECK_FALSE(scene.heard.back().state);
}

TEST_CASE("another command is held, and converted once a step with the current feedback") {
    Scene scene;
    scene.sut.apply({VelocityCommand{5, 0.2}, {}});
    CHECK(scene.heard.size() == 1);  // immediately
    REQUIRE(scene.sut.advance());
    CHECK(scene.heard.size() == 1);
    CHECK(scene.pedals().throttle > 0.5);
    CHECK(scene.pedals().steer_rad == 0.2);
    scene.show(20);
    REQUIRE(scene.sut.advance());
    CHECK(scene.heard.size() == 2);
    CHECK(scene.pedals().brake > 0.2);
    scene.sut.stand_by({PedalCommand{}, {}});
    REQUIRE(scene.sut.advance());
    CHECK(scene.heard.size() == 3);  // the stand-by command, and none after it
}

TEST_CASE("a held command is no longer converted once the next one was withheld") {
    Scene scene;
    scene.sut.apply({AccelerationCommand{1, 0, 0, 0}, {}});
    scene.sut.withhold();
    for (int i = 0; i < 3; ++i) REQUIRE(scene.sut.advance());
    CHECK(scene.heard.size() == 1);
    scene.sut.apply({AccelerationCommand{1, 0, 0, 0}, {}});
    for (int i = 0; i < 3; ++i) REQUIRE(scene.sut.advance());
    CHECK(scene.heard.size() == 4);
}

TEST_CASE("a command that is not finite leaves the last one in force") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    Scene scene;
    scene.sut.apply({VelocityCommand{5, 0.2}, {}});
    for (const Command& bad :
         {Command{AccelerationCommand{nan, 0, 0, 0}, {}}, Command{VelocityCommand{5, nan}, {}},
          Command{CurvatureCommand{nan, 0}, {}}, Command{CurvatureCommand{1, HUGE_VAL}, {}}})
        CHECK(scene.sut.apply(bad) == plant::InputStatus::rejected);
    CHECK(scene.heard.size() == 1);
    REQUIRE(scene.sut.advance());
    REQUIRE(scene.sut.advance());
    CHECK(scene.pedals().steer_rad == 0.2);
}

TEST_CASE("an acceleration becomes a pedal, in reverse the other one") {
    Scene scene;
    scene.show(5);
    scene.shown.ax_mps2 = 1.5;
    scene.sut.apply({AccelerationCommand{1.5, 7, 0.1, 0}, {}});
    CHECK(scene.pedals().throttle == doctest::Approx(0.5));
    CHECK(scene.pedals().steer_rad == 0.1);
    CHECK(scene.pedals().aux_accel_target_mps2 == 1.5);
    CHECK(scene.pedals().aux_speed_target_mps == 7);
    scene.show(-5);
    scene.shown.ax_mps2 = -1.5;
    scene.sut.apply({AccelerationCommand{-1.5, -7, 0.1, 0}, with_gear(Gear::reverse)});
    CHECK(scene.gear() == Gear::reverse);
    CHECK(scene.pedals().throttle == doctest::Approx(0.5));
    scene.sut.apply({AccelerationCommand{4.5, -7, 0.1, 0}, {}});
    CHECK(scene.pedals().brake == doctest::Approx(0.5));
    CHECK(scene.gear() == Gear::reverse);  // it still moves
}

TEST_CASE("an acceleration drives in both directions, unless a gear is commanded") {
    Scene scene;
    scene.show(5);
    scene.sut.apply({AccelerationCommand{-1.5, 0, 0, 0}, {}});
    CHECK(scene.gear() == Gear::drive);  // it is braked first
    CHECK(scene.pedals().brake > 0);
    scene.show(0.05);
    scene.sut.apply({AccelerationCommand{-0.4, 0, 0, 0}, {}});
    CHECK(scene.gear() == Gear::drive);  // too small for a change of direction
    scene.sut.apply({AccelerationCommand{-1.5, 0, 0, 0}, {}});
    CHECK(scene.gear() == Gear::reverse);
    CHECK(scene.pedals().throttle > 0);
    scene.show(0);
    scene.sut.apply({AccelerationCommand{1.5, 0, 0, 0}, {}});
    CHECK(scene.gear() == Gear::drive);
    CHECK(scene.pedals().throttle > 0);
    for (const Gear asked : {Gear::drive, Gear::park}) {
        scene.sut.apply({AccelerationCommand{-1.5, 0, 0, 0}, with_gear(asked)});
        CHECK(scene.gear() == asked);
    }
}

TEST_CASE("an error of acceleration is compensated, and no further at the limit") {
    Scene scene;
    scene.show(5);
    scene.shown.ax_mps2 = 0.5;
    const Command one{AccelerationCommand{1, 0, 0, 0}, {}};
    scene.sut.apply(one);
    const double before = scene.pedals().throttle;
    for (int i = 0; i < 101; ++i) REQUIRE(scene.sut.advance());
    CHECK(scene.pedals().throttle - before == doctest::Approx(0.5 / 3).epsilon(0.01));  // in 1 s
    for (int i = 0; i < 10000; ++i) REQUIRE(scene.sut.advance());
    CHECK(scene.pedals().throttle == 1);
    scene.shown.ax_mps2 = 2;
    for (int i = 0; i < 50; ++i) REQUIRE(scene.sut.advance());
    CHECK(scene.pedals().throttle < 0.9);
}

TEST_CASE("a vehicle that changes direction is stopped first, then shifted") {
    Scene scene;
    scene.show(10);
    const Command back{CurvatureCommand{-3, 0}, with_gear(Gear::drive)};
    scene.sut.apply(back);
    CHECK(scene.gear() == Gear::drive);
    CHECK(scene.pedals().brake > 0.1);
    scene.show(0.2);
    for (int i = 0; i < 500; ++i) REQUIRE(scene.sut.advance());
    CHECK(scene.gear() == Gear::drive);
    CHECK(scene.pedals().brake > 0);
    scene.show(0.05);
    scene.sut.apply(back);
    CHECK(scene.gear() == Gear::reverse);
    CHECK(scene.pedals().throttle > 0.5);
    scene.show(-3);
    scene.sut.apply({CurvatureCommand{0, 0}, {}});
    CHECK(scene.gear() == Gear::reverse);
    CHECK(scene.pedals().brake > 0.1);
    scene.sut.apply({PedalCommand{}, {}});
    scene.sut.apply({CurvatureCommand{-3, 0}, {}});
    CHECK(scene.gear() == Gear::reverse);  // the gear that it had
}

TEST_CASE("a vehicle with a command to park stops, parks and stays") {
    Scene scene;
    scene.show(10);
    scene.sut.apply({VelocityCommand{10, 0}, with_gear(Gear::park)});
    CHECK(scene.gear() == Gear::drive);
    CHECK(scene.pedals().brake > 0.1);
    scene.show(0);
    scene.sut.apply({VelocityCommand{10, 0}, {}});
    CHECK(scene.gear() == Gear::park);
    CHECK(scene.pedals().throttle == 0);
    scene.sut.apply({VelocityCommand{10, 0}, with_gear(Gear::drive)});
    CHECK(scene.gear() == Gear::drive);
    CHECK(scene.pedals().throttle > 0);
}

TEST_CASE("a vehicle at standstill is held by its brake, and not driven against its hand brake") {
    Scene scene;
    scene.sut.apply({VelocityCommand{0, 0}, {}});
    CHECK(scene.pedals().brake > 0.1);
    VehicleStateCommand braked;
    braked.hand_brake = true;
    scene.sut.apply({VelocityCommand{5, 0}, braked});
    CHECK(scene.pedals().throttle == 0);
    CHECK(state_command_of(scene.heard.back()).hand_brake);
}

TEST_CASE("a vehicle without feedback is braked") {
    Scene scene;
    scene.show(5);
    scene.sut.apply({VelocityCommand{10, 0.1}, {}});
    CHECK(scene.pedals().throttle > 0);
    scene.shown.is_fresh = false;
    REQUIRE(scene.sut.advance());
    REQUIRE(scene.sut.advance());
    CHECK(scene.pedals().throttle == 0);
    CHECK(scene.pedals().brake == doctest::Approx(1. / 3));
    CHECK(scene.pedals().steer_rad == 0.1);
}

TEST_CASE("raw values become pedals by their scale") {
    LevelConversionConfig config;
    config.raw = vehicle_interface::RawScale{1000, 2000, 100};
    Scene scene(config);
    scene.sut.apply({RawCommand{250, 500, -20, 0}, with_gear(Gear::reverse)});
    CHECK(scene.pedals().throttle == 0.25);
    CHECK(scene.pedals().brake == 0.25);
    CHECK(scene.pedals().steer_rad == -0.2);
    CHECK(scene.gear() == Gear::reverse);
}

}  // namespace level_converting_vehicle_test

// SPDX-License-Identifier: MIT
// Faults of a simulated vehicle, compared with closed forms.
#include "plant_fault/vehicle_faults.hpp"
#include "platform/create_vehicle.hpp"

#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vehicle_faults_test {

using namespace gateway;

VehicleConfig sedan(double vx_mps = 15, double yaw_deg = 0) {
    VehicleConfig config;
    config.vx_mps = vx_mps;
    config.yaw_deg = yaw_deg;
    return config;
}

/// A vehicle at speed on a level road, in steps of 1 ms, with one fault that is switched by hand.
class Scene {
  public:
    Scene(const FaultKind& kind, FaultSide side, const std::string& part,
          std::vector<double> values, VehicleConfig config = sedan())
        : fault_{"tested", &kind, side, part, std::move(values)}, sut_(config) {
        REQUIRE(vehicle_fault_objection(fault_, config).empty());
        sut_.bind({{fault_, state_}});
        config.hook = &sut_;
        vehicle_ = create_vehicle(config);
    }

    void begin(double factor = 1) {
        state_.is_active = true;
        state_.factor = factor;
        ++state_.activities;
    }
    void end() {
        state_.is_active = false;
        state_.factor = 0;
    }
    void command(double steer_rad, double throttle = 0, double brake = 0) {
        vehicle_->apply({PedalCommand{steer_rad, throttle, brake}, {}});
    }
    const Feedback& step(int count = 1) {
        for (int i = 0; i < count; ++i) REQUIRE(vehicle_->advance());
        return vehicle_->feedback();
    }
    Vehicle& vehicle() { return *vehicle_; }

  private:
    Fault fault_;
    FaultState state_;
    VehicleFaults sut_;
    std::unique_ptr<Vehicle> vehicle_;
};

Scene steering(const FaultKind& kind, std::vector<double> values) {
    return {kind, FaultSide::actuators, "steering", std::move(values)};
}

constexpr double own_value = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("a stuck actuator holds exactly its last value, and then follows again") {
    VehicleConfig config = sedan();
    config.session.actuator.steer.lag_s = 0.1;
    Scene scene(stuck_kind, FaultSide::actuators, "steering", {own_value}, config);
    scene.command(0.1);
    const double held_rad = scene.step(50).steer_applied_rad;
    CHECK(held_rad == doctest::Approx(0.1 * (1 - std::exp(-0.05 / 0.1))).epsilon(1e-9));
    scene.begin();
    scene.command(-0.1);
    for (int i = 0; i < 1000; ++i) CHECK(scene.step().steer_applied_rad == held_rad);
    scene.end();
    CHECK(scene.step().steer_applied_rad == doctest::Approx(-0.1).epsilon(1e-3));
    scene.begin();
    const double again_rad = scene.step().steer_applied_rad;
    CHECK(again_rad != held_rad);
    CHECK(again_rad == doctest::Approx(-0.1).epsilon(1e-3));
}

TEST_CASE("an actuator sticks at a given value, within its range") {
    Scene brake(stuck_kind, FaultSide::actuators, "brake", {0.25});
    brake.begin();
    brake.command(0, 0.5);
    CHECK(brake.step().brake_applied == 0.25);
    CHECK(brake.step().throttle_applied == 0.5);
    Scene throttle(stuck_kind, FaultSide::actuators, "throttle", {7});
    throttle.begin();
    throttle.command(0);
    CHECK(throttle.step().throttle_applied == 1);
}

TEST_CASE("a slower actuator has the step response of a first-order lag") {
    Scene scene = steering(slower_kind, {0.2});
    scene.command(0.02);
    scene.step();
    scene.begin();
    scene.command(0.1);
    for (int i = 1; i <= 500; ++i) {
        const double expected_rad = 0.1 - 0.08 * std::exp(-0.001 * i / 0.2);
        CHECK(scene.step().steer_applied_rad == doctest::Approx(expected_rad).epsilon(1e-9));
    }
    scene.end();
    CHECK(scene.step().steer_applied_rad == 0.1);
}

TEST_CASE("offset, reduced range and a dead actuator follow their equations") {
    Scene offset = steering(offset_kind, {0.03});
    offset.begin();
    offset.command(0.1);
    CHECK(offset.step().steer_applied_rad == 0.1 + 0.03);
    Scene limited = steering(limited_kind, {0.05});
    limited.begin();
    limited.command(-0.1);
    CHECK(limited.step().steer_applied_rad == -0.05);
    limited.command(0.04);
    CHECK(limited.step().steer_applied_rad == 0.04);
    Scene dead(dead_kind, FaultSide::actuators, "throttle", {});
    dead.begin();
    dead.command(0.1, 0.8);
    CHECK(dead.step().throttle_applied == 0);
    CHECK(dead.step().steer_applied_rad == 0.1);
    dead.begin(0.25);
    CHECK(dead.step().throttle_applied == doctest::Approx(0.6));
}

TEST_CASE("a fault of an actuation command acts before the model") {
    VehicleConfig config = sedan();
    config.model = plant::Model::actuation_cmd;
    Scene faulty(dead_kind, FaultSide::actuators, "accel", {}, config);
    Scene healthy(dead_kind, FaultSide::actuators, "accel", {}, config);
    faulty.begin();
    faulty.vehicle().apply({ActuationCommand{0.8, 0, 0}, {}});
    healthy.vehicle().apply({ActuationCommand{0, 0, 0}, {}});
    CHECK(faulty.step(500).state.velocity_mps == healthy.step(500).state.velocity_mps);
    Fault steering{"tested", &dead_kind, FaultSide::actuators, "throttle", {}};
    CHECK(vehicle_fault_objection(steering, config) ==
          "must be one of actuators.accel, actuators.brake, actuators.steer for this "
          "vehicle.model");
}

TEST_CASE("friction of the road and of a tyre is multiplied") {
    Scene road(friction_kind, FaultSide::world, "", {0.2});
    CHECK(road.step().friction == plant::PerWheel{1, 1, 1, 1});
    road.begin();
    CHECK(road.step().friction == plant::PerWheel{0.2, 0.2, 0.2, 0.2});
    road.begin(0.5);
    CHECK(road.step().friction == plant::PerWheel{0.6, 0.6, 0.6, 0.6});
    road.end();
    CHECK(road.step().friction == plant::PerWheel{1, 1, 1, 1});
    Scene wheel(tyre_friction_kind, FaultSide::vehicle, "rear_left", {0.5});
    wheel.begin();
    CHECK(wheel.step().friction == plant::PerWheel{1, 1, 0.5, 1});
    Scene all(tyre_friction_kind, FaultSide::vehicle, "", {0.5});
    all.begin();
    CHECK(all.step().friction == plant::PerWheel{0.5, 0.5, 0.5, 0.5});
}

TEST_CASE("a patch appears ahead of the vehicle, where it is") {
    Scene scene(patch_kind, FaultSide::world, "", {0.3, 4, 10, 6},
                sedan(20, 90));  // friction, length, width, ahead
    const double begin_m = scene.step().state.position_m.y();
    const auto& body = VehicleConfig{}.session.vehicle.body;
    scene.begin();
    int inside = 0;
    for (int i = 0; i < 1000; ++i) {
        const double before_m = scene.vehicle().feedback().state.position_m.y();
        const double front_m = before_m + body.cg_to_front_axle_m - begin_m;
        const bool is_inside = front_m >= 6 && front_m <= 10;
        CAPTURE(front_m);
        CHECK(scene.step().friction[plant::front_left] == (is_inside ? 0.3 : 1.0));
        inside += is_inside ? 1 : 0;
    }
    CHECK(inside == doctest::Approx(4 / 20.0 * 1000).epsilon(0.05));
}

TEST_CASE("a grade changes the acceleration by that of gravity along the road") {
    const double grade = 0.1, g = plant::gravity_mps2;
    for (const plant::Model model : {plant::Model::kinematic, plant::Model::seven_dof}) {
        VehicleConfig config = sedan(15, 30);
        config.model = model;
        Scene uphill(grade_kind, FaultSide::world, "", {grade}, config);
        Scene level(grade_kind, FaultSide::world, "", {grade}, config);
        const double z_m = uphill.step().state.position_m.z();
        uphill.begin();
        const double before_mps = uphill.step().state.velocity_mps.x();
        const double level_before_mps = level.step(2).state.velocity_mps.x();
        const double change_mps = uphill.step(1000).state.velocity_mps.x() - before_mps;
        const double level_change_mps = level.step(1000).state.velocity_mps.x() - level_before_mps;
        const double expected_mps = -g * std::sin(std::atan(grade));
        CHECK(change_mps - level_change_mps == doctest::Approx(expected_mps).epsilon(0.02));
        const auto& climbed = uphill.vehicle().feedback().state.position_m;
        const double along_m = climbed.x() / std::cos(30 / plant::deg_per_rad);
        CHECK(climbed.z() - z_m == doctest::Approx(grade * along_m).epsilon(0.01));
        uphill.end();
        CHECK(uphill.step().state.position_m.z() == doctest::Approx(climbed.z()).epsilon(0.01));
    }
}

TEST_CASE("a vehicle on springs survives a grade that begins and ends at speed") {
    VehicleConfig config = sedan(20);
    config.model = plant::Model::fourteen_dof;
    Scene scene(grade_kind, FaultSide::world, "", {0.1}, config);
    scene.step(200);
    for (int i = 1; i <= 500; ++i) {
        scene.begin(i / 500.0);
        scene.step();
    }
    scene.step(500);
    scene.end();
    CHECK(!scene.step(2000).has_rolled_over);
}

}  // namespace vehicle_faults_test

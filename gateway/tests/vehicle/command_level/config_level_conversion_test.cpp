// SPDX-License-Identifier: MIT
#include "config_parts.hpp"

#include "count_allocations.hpp"

#include "platform/create_vehicle.hpp"

#include <doctest/doctest.h>

namespace config_level_conversion_test {

using namespace gateway;
using gateway::tests::read;

TEST_CASE("without keys the controller has the parameters of a simulated vehicle") {
    const LevelConversionConfig config =
        read("vehicle: {model: seven_dof}\n").programs[0].vehicle.controller.value();
    // 1500 Nm and 5000 Nm on wheels of 0.32 m, 1500 kg and four wheels of 1.2 kg m2
    CHECK(config.pedals.full_throttle_mps2 == doctest::Approx(1500 / 0.32 / 1546.9).epsilon(1e-3));
    CHECK(config.pedals.full_brake_mps2 == doctest::Approx(5000 / 0.32 / 1546.9).epsilon(1e-3));
    CHECK(config.steering.wheelbase_m == 2.7);
    CHECK(config.steering.understeer_rad_s2_per_m > 0);
    VehicleConfig kinematic;
    kinematic.model = plant::Model::kinematic;
    CHECK(level_conversion_of(kinematic).steering.understeer_rad_s2_per_m == 0);
}

TEST_CASE("the controller of an actuation vehicle has the pedal response of its converter") {
    const LevelConversionConfig config =
        read("vehicle: {model: actuation_cmd, converter: {max_acceleration_mps2: 2}}\n")
            .programs[0]
            .vehicle.controller.value();
    CHECK(config.pedals.full_throttle_mps2 == 2);
    CHECK(config.pedals.full_brake_mps2 == 9);
    CHECK(config.steering.wheelbase_m == 2.74);
}

TEST_CASE("every key of the controller is read, for a remote vehicle as for a simulated one") {
    const std::string controller =
        "controller: {velocity: {proportional_per_s: 1, integral_per_s2: 0.5, derivative: 0.1, "
        "response_s: 2, max_acceleration_mps2: 4, max_deceleration_mps2: 5}, "
        "acceleration_integral_per_s: 3, full_throttle_mps2: 6, full_brake_mps2: 7, "
        "wheelbase_m: 3, understeer_rad_s2_per_m: 0.002}";
    for (const std::string& text : {"vehicle: {" + controller + "}\n",
                                    "mode: realtime\nvehicle: {vds1: {}, " + controller + "}\n"}) {
        const LevelConversionConfig config = read(text).programs[0].vehicle.controller.value();
        CHECK(config.velocity.proportional_per_s == 1);
        CHECK(config.velocity.integral_per_s2 == 0.5);
        CHECK(config.velocity.derivative == 0.1);
        CHECK(config.velocity.response_s == 2);
        CHECK(config.velocity.max_acceleration_mps2 == 4);
        CHECK(config.velocity.max_deceleration_mps2 == 5);
        CHECK(config.acceleration_integral_per_s == 3);
        CHECK(config.pedals.full_throttle_mps2 == 6);
        CHECK(config.pedals.full_brake_mps2 == 7);
        CHECK(config.steering.wheelbase_m == 3);
        CHECK(config.steering.understeer_rad_s2_per_m == 0.002);
    }
    CHECK_THROWS_WITH_AS(read("vehicle: {controller: {velocity: {response_s: 0}}}\n"),
                         doctest::Contains("response_s"), plant::FileError);
}

TEST_CASE("the scale of raw commands is that of the safety rules, with and without a vehicle") {
    const std::string raw =
        "safety: {raw: {throttle_full: 100, brake_full: 200, steer_per_rad: 50}}\n";
    for (const std::string& text : {raw, "vehicle: {model: bicycle}\n" + raw}) {
        const VehicleConfig vehicle = read(text).programs[0].vehicle;
        REQUIRE(vehicle.controller);
        REQUIRE(vehicle.controller->raw);
        CHECK(vehicle.controller->raw->brake_full == 200);
        CHECK(create_vehicle(vehicle)->takes(Level::raw));
    }
    CHECK_FALSE(
        create_vehicle(read("safety: {raw: refuse}\n").programs[0].vehicle)->takes(Level::raw));
}

TEST_CASE("no command of any level allocates") {
    const auto vehicle = create_vehicle({});
    const Command commands[] = {{CurvatureCommand{5, 0.01}, {}},
                                {VelocityCommand{-5, 0.1}, VehicleStateCommand{}},
                                {AccelerationCommand{1, 0, 0, 0}, {}},
                                {WheelTorqueCommand{{10, 10, 10, 10}, 0}, {}},
                                {PedalCommand{}, {}}};
    const std::size_t before = ::tests::allocations();
    for (const Command& command : commands) {
        vehicle->apply(command);
        for (int i = 0; i < 100; ++i) static_cast<void>(vehicle->advance());
    }
    CHECK(::tests::allocations() == before);
}

}  // namespace config_level_conversion_test

// SPDX-License-Identifier: MIT
// Counts the allocations of the steps of a vehicle that an FMU simulates.
#include "count_allocations.hpp"

#include "fmu/fmu_vehicle.hpp"

#include <doctest/doctest.h>

#include <filesystem>

namespace vehicle_allocation_test {

using gateway::FmuMapped;

FmuMapped mapped(std::size_t signal, const char* variable, double gain = 1) {
    FmuMapped made;
    made.signal = signal;
    made.variable = variable;
    made.gain = gain;
    return made;
}

gateway::FmuVehicleConfig car() {
    using gateway::FmuInput;
    const auto output = [](const char* name) { return *gateway::fmu_output_named(name); };
    gateway::FmuVehicleConfig config;
    config.file = std::filesystem::path(TEST_FMUS) / "car_sae_fmi3.fmu";
    config.host = FMU_HOST;
    config.map.inputs = {
        mapped(static_cast<std::size_t>(FmuInput::throttle), "pedals.accelerator"),
        mapped(static_cast<std::size_t>(FmuInput::brake), "pedals.brake"),
        mapped(static_cast<std::size_t>(FmuInput::steer), "steering.roadWheelAngle", -1),
        mapped(static_cast<std::size_t>(FmuInput::gear), "gearLever")};
    config.map.outputs = {mapped(output("x_m"), "body.X"), mapped(output("y_m"), "body.Y", -1),
                          mapped(output("yaw_rad"), "body.heading", -1)};
    config.map.reference_point_x_m = -1.35;
    return config;
}

TEST_CASE("a step of an FMU's vehicle allocates nothing") {
    gateway::FmuVehicleStart start;
    start.x_m = 5;
    gateway::FmuVehicle sut(car(), start);
    gateway::Command command;
    command.control = gateway::PedalCommand{0.1, 0.5, 0.0};
    const std::size_t before = tests::allocations();
    for (int i = 0; i < 500; ++i) {
        REQUIRE(sut.apply(command) == plant::InputStatus::accepted);
        REQUIRE(sut.advance());
    }
    CHECK(tests::allocations() == before);
    CHECK(sut.feedback().state.velocity_mps.x() > 0.5);
    CHECK(sut.feedback().state.yaw_rad > 0.005);
}

TEST_CASE("values out of range are limited, and such that are not finite are rejected") {
    gateway::FmuVehicleConfig config = car();
    config.map.inputs[0].max = 1;
    gateway::FmuVehicle sut(config, {});
    gateway::Command command;
    command.control = gateway::PedalCommand{0, 2, 0};
    CHECK(sut.apply(command) == plant::InputStatus::clamped);
    command.control = gateway::PedalCommand{0, std::numeric_limits<double>::quiet_NaN(), 0};
    CHECK(sut.apply(command) == plant::InputStatus::rejected);
    CHECK(sut.advance());
}

}  // namespace vehicle_allocation_test

// SPDX-License-Identifier: MIT
#include "vehicle_slave/parameter_unit.hpp"

#include "export/known_units.hpp"

#include <plant/parameter_list.hpp>
#include <plant/sensor_table.hpp>

#include <doctest/doctest.h>

#include <string>

namespace parameter_unit_test {

using namespace gateway::fmu;

namespace {

/// The parameters of all files, with every optional list.
std::vector<plant::Parameter> all_numbers() {
    plant::VehicleSetup setup;
    setup.ground.patches.emplace_back();
    std::vector<plant::Parameter> numbers;
    for (const plant::Parameter& each : plant::list_parameters(setup))
        if (each.kind == plant::ParameterKind::number) numbers.push_back(each);
    return numbers;
}

}  // namespace

TEST_CASE("fmu units: every number of every parameter file has a unit or is listed as a ratio") {
    CHECK(all_numbers().size() > 150);
    for (const plant::Parameter& each : all_numbers()) {
        const auto unit = unit_of_key(each.name);
        REQUIRE_MESSAGE(unit, each.name);
        if (!unit->empty()) CHECK_MESSAGE(known_unit(*unit), each.name << ": " << *unit);
    }
}

TEST_CASE("fmu units: every value of every sensor has a unit") {
    for (const plant::SensorKind* kind : plant::sensor_table)
        for (std::size_t i = 0; i < plant::most_values && kind->values[i]; ++i)
            CHECK_MESSAGE(unit_of_key(kind->values[i]), kind->values[i]);
}

TEST_CASE("fmu units: the longest suffix counts, and actuation keys are whole") {
    CHECK(unit_of_key("vehicle.body.mass_kg") == "kg");
    CHECK(unit_of_key("vehicle.body.yaw_inertia_kgm2") == "kg.m2");
    CHECK(unit_of_key("vehicle.suspension.damper_rear_ns_per_m") == "N.s/m");
    CHECK(unit_of_key("vehicle.suspension.anti_roll_rear_nm_per_rad") == "Nm/rad");
    CHECK(unit_of_key("vehicle.brake_control.traction.brake_nms_per_m") == "N.s");
    CHECK(unit_of_key("vehicle.brake_control.esc.understeer_rad_per_mps2") == "rad.s2/m");
    CHECK(unit_of_key("vehicle.aero.air_density_kg_per_m3") == "kg/m3");
    CHECK(unit_of_key("vehicle.steering.ratio") == "1");
    CHECK(unit_of_key("actuation.vel_rate_lim") == "m/s2");
    CHECK(unit_of_key("actuation.mechanical_params.friction") == "");
    CHECK(unit_of_key("ground.friction") == "1");
    CHECK_FALSE(unit_of_key("vehicle.body.colour"));
}

TEST_CASE("fmu units: a force per length times a length is a force") {
    const auto spring = known_unit("N/m").value();
    const auto force = known_unit("N").value();
    const auto length = known_unit("m").value();
    for (std::size_t i = 0; i < force.dimension.size(); ++i)
        CHECK(spring.dimension[i] + length.dimension[i] == force.dimension[i]);
}

}  // namespace parameter_unit_test

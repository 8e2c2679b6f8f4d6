// SPDX-License-Identifier: MIT
#include "temporary_file.hpp"

#include <plant/file_error.hpp>
#include <plant/sensor_params.hpp>
#include <plant/tyre_params.hpp>
#include <plant/vehicle_dynamics.hpp>
#include <plant/vehicle_params.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

namespace parameters_test {

using namespace plant;

namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), with);
}

/// The error of loading the sedan after one change, without the file name.
std::string complaint(const std::string& what, const std::string& with) {
    const TemporaryFile file(
        replaced(text_of(std::string(PLANT_DATA) + "/vehicle/sedan.yaml"), what, with));
    try {
        load_vehicle(file.path());
    } catch (const FileError& error) {
        const std::string prefix = file.path().string() + ":";
        const std::string message = error.what();
        REQUIRE(message.substr(0, prefix.size()) == prefix);
        return message.substr(prefix.size());
    }
    return "";
}

}  // namespace

TEST_CASE("the default vehicle equals the sedan's file") {
    const VehicleParams file = load_vehicle(std::string(PLANT_DATA) + "/vehicle/sedan.yaml");
    const VehicleParams code;
    CHECK(file.body.mass_kg == code.body.mass_kg);
    CHECK(file.body.unsprung_mass_kg == code.body.unsprung_mass_kg);
    CHECK(file.body.roll_inertia_kgm2 == code.body.roll_inertia_kgm2);
    CHECK(file.body.pitch_inertia_kgm2 == code.body.pitch_inertia_kgm2);
    CHECK(file.body.yaw_inertia_kgm2 == code.body.yaw_inertia_kgm2);
    CHECK(file.body.wheelbase_m == code.body.wheelbase_m);
    CHECK(file.body.cg_to_front_axle_m == code.body.cg_to_front_axle_m);
    CHECK(file.body.track_front_m == code.body.track_front_m);
    CHECK(file.body.track_rear_m == code.body.track_rear_m);
    CHECK(file.body.cg_height_m == code.body.cg_height_m);
    CHECK(file.wheel.radius_m == code.wheel.radius_m);
    CHECK(file.wheel.inertia_kgm2 == code.wheel.inertia_kgm2);
    CHECK(file.suspension.spring_front_n_per_m == code.suspension.spring_front_n_per_m);
    CHECK(file.suspension.spring_rear_n_per_m == code.suspension.spring_rear_n_per_m);
    CHECK(file.suspension.damper_front_ns_per_m == code.suspension.damper_front_ns_per_m);
    CHECK(file.suspension.damper_rear_ns_per_m == code.suspension.damper_rear_ns_per_m);
    CHECK(file.suspension.anti_roll_front_nm_per_rad == code.suspension.anti_roll_front_nm_per_rad);
    CHECK(file.suspension.anti_roll_rear_nm_per_rad == code.suspension.anti_roll_rear_nm_per_rad);
    CHECK(file.suspension.roll_centre_front_m == code.suspension.roll_centre_front_m);
    CHECK(file.suspension.roll_centre_rear_m == code.suspension.roll_centre_rear_m);
    CHECK(file.suspension.load_transfer_time_s == code.suspension.load_transfer_time_s);
    CHECK(file.steering.ratio == code.steering.ratio);
    CHECK(file.steering.max_angle_rad == code.steering.max_angle_rad);
    CHECK(file.steering.ackermann == code.steering.ackermann);
    CHECK(file.drive.max_torque_nm == code.drive.max_torque_nm);
    CHECK(file.drive.max_power_w == code.drive.max_power_w);
    CHECK(file.drive.front_share == code.drive.front_share);
    CHECK(file.drive.differential == code.drive.differential);
    CHECK(file.brake.max_torque_nm == code.brake.max_torque_nm);
    CHECK(file.brake.front_share == code.brake.front_share);
    CHECK(file.brake.handbrake_torque_nm == code.brake.handbrake_torque_nm);
    CHECK(file.aero.drag_coefficient == code.aero.drag_coefficient);
    CHECK(file.aero.frontal_area_m2 == code.aero.frontal_area_m2);
    CHECK(file.aero.lift_coefficient_front == code.aero.lift_coefficient_front);
    CHECK(file.aero.lift_coefficient_rear == code.aero.lift_coefficient_rear);
    CHECK(file.aero.air_density_kg_per_m3 == code.aero.air_density_kg_per_m3);
}

TEST_CASE("the default tyre equals the sedan's file") {
    const TyreParams file = load_tyre(std::string(PLANT_DATA) + "/tyre/sedan.yaml");
    const TyreParams code;
    CHECK(file.model == code.model);
    CHECK(file.longitudinal.b == code.longitudinal.b);
    CHECK(file.longitudinal.c == code.longitudinal.c);
    CHECK(file.longitudinal.d == code.longitudinal.d);
    CHECK(file.longitudinal.e == code.longitudinal.e);
    CHECK(file.lateral.b == code.lateral.b);
    CHECK(file.lateral.c == code.lateral.c);
    CHECK(file.lateral.d == code.lateral.d);
    CHECK(file.lateral.e == code.lateral.e);
    CHECK(file.nominal_load_n == code.nominal_load_n);
    CHECK(file.load_sensitivity == code.load_sensitivity);
    CHECK(file.rolling_resistance == code.rolling_resistance);
    CHECK(file.relaxation_longitudinal_m == code.relaxation_longitudinal_m);
    CHECK(file.relaxation_lateral_m == code.relaxation_lateral_m);
    CHECK(file.pneumatic_trail_m == code.pneumatic_trail_m);
    CHECK(file.vertical_stiffness_n_per_m == code.vertical_stiffness_n_per_m);
}

TEST_CASE("the default solver equals its file, and every key has an effect") {
    const SolverParams file = load_solver(std::string(PLANT_DATA) + "/solver/default.yaml");
    CHECK(file.integrator == SolverParams{}.integrator);
    CHECK(file.max_step == SolverParams{}.max_step);
    const TemporaryFile other("integrator: semi_implicit\nmax_step_s: 0.0025\n");
    CHECK(load_solver(other.path()).integrator == Integrator::semi_implicit);
    CHECK(load_solver(other.path()).max_step == std::chrono::microseconds(2500));
    const TemporaryFile bad("integrator: rk4\nmax_step_s: 0.02\n");
    CHECK_THROWS_WITH_AS(load_solver(bad.path()), doctest::Contains(":2:13: max_step_s: must be"),
                         FileError);
}

TEST_CASE("an invalid parameter file is rejected with line, column, key and reason") {
    CHECK(complaint("mass_kg: 1500.0", "mass_kg: -1") ==
          "4:12: body.mass_kg: must be 10 to 100000, is -1");
    CHECK(complaint("mass_kg: 1500.0", "mass_kg: heavy") ==
          "4:12: body.mass_kg: must be a number, is 'heavy'");
    CHECK(complaint("mass_kg: 1500.0", "mass_kg: .nan") ==
          "4:12: body.mass_kg: must be a number, is '.nan'");
    CHECK(complaint("mass_kg: 1500.0", "mass_kg: [1500]") ==
          "4:12: body.mass_kg: must be a number");
    CHECK(complaint("  mass_kg: 1500.0\n", "") == "4:3: body.mass_kg: is missing");
    CHECK(
        complaint("mass_kg: 1500.0", "mass_kg: 1500.0\n  mass_lb: 3300") ==
        "5:3: body.mass_lb: unknown key (did you mean mass_kg?); known here: mass_kg, "
        "unsprung_mass_kg, "
        "roll_inertia_kgm2, pitch_inertia_kgm2, yaw_inertia_kgm2, wheelbase_m, cg_to_front_axle_m, "
        "track_front_m, track_rear_m, cg_height_m");
    CHECK(complaint("mass_kg: 1500.0", "mass_kg: 1500.0\n  mass_kg: 1600.0") ==
          "5:3: body.mass_kg: is given twice");
    CHECK(complaint("cg_to_front_axle_m: 1.20", "cg_to_front_axle_m: 2.8") ==
          "10:23: body.cg_to_front_axle_m: must be less than wheelbase_m");
    CHECK(complaint("differential: open", "differential: torsen") ==
          "35:17: drive.differential: must be one of open, locked, is 'torsen'");
    CHECK(complaint("brake:", "brakes:").find("3:1: brake: is missing\n") == 0);
    CHECK(complaint("steering:\n", "steering: 3\nsteeringx:\n")
              .find("27:11: steering: must be a map of keys\n") != std::string::npos);
}

TEST_CASE("a vehicle with a base needs only the keys that differ") {
    const TemporaryFile file("base: sedan\nbody: {mass_kg: 1400}\n");
    const VehicleParams sut = load_vehicle(file.path());
    const VehicleParams sedan;
    CHECK(sut.body.mass_kg == 1400);
    CHECK(sut.body.wheelbase_m == sedan.body.wheelbase_m);
    CHECK(sut.brake.max_torque_nm == sedan.brake.max_torque_nm);
    const TemporaryFile wrong("base: sedan\nbody: {mass_kg: -1, mas_kg: 3}\n");
    CHECK_THROWS_WITH_AS(load_vehicle(wrong.path()),
                         doctest::Contains("body.mas_kg: unknown key (did you mean mass_kg?)"),
                         FileError);
    const TemporaryFile light("base: sedan\nbody: {mass_kg: 100}\n");
    CHECK_THROWS_WITH_AS(load_vehicle(light.path()),
                         doctest::Contains("four of them must weigh less than mass_kg"), FileError);
    const TemporaryFile unknown("base: tank\n");
    CHECK_THROWS_WITH_AS(load_vehicle(unknown.path()),
                         doctest::Contains(":1:7: base: must be one of sedan, is 'tank'"),
                         FileError);
}

TEST_CASE("a file that is not a YAML map is rejected") {
    CHECK_THROWS_WITH_AS(load_vehicle("/nonexistent/car.yaml"),
                         "/nonexistent/car.yaml: cannot be read: No such file or directory",
                         FileError);
    const TemporaryFile broken("body: {mass_kg: 3\n");
    CHECK_THROWS_AS(load_vehicle(broken.path()), FileError);
    const TemporaryFile second("seed: 1\n---\nseed: 2\n");
    CHECK_THROWS_WITH_AS(load_sensors(second.path()),
                         doctest::Contains(":3:1: a second document begins here"), FileError);
    const TemporaryFile list("- 1\n");
    CHECK_THROWS_AS(load_vehicle(list.path()), FileError);
    const TemporaryFile empty("");
    CHECK_THROWS_AS(load_tyre(empty.path()), FileError);
}

TEST_CASE("parameters set in code are validated too") {
    VehicleParams vehicle;
    CHECK_NOTHROW(validate(vehicle));
    vehicle.body.mass_kg = -5.0;
    CHECK_THROWS_WITH_AS(validate(vehicle), "body.mass_kg: must be 10 to 100000, is -5",
                         std::invalid_argument);
    TyreParams tyre;
    tyre.lateral.c = 0.5;
    CHECK_THROWS_WITH_AS(validate(tyre), "lateral.c: must be 1.01 to 2, is 0.5",
                         std::invalid_argument);
}

}  // namespace parameters_test

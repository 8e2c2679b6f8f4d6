// SPDX-License-Identifier: MIT
#include "actuation_traces.hpp"
#include "temporary_file.hpp"

#include <plant/actuation_params.hpp>
#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <stdexcept>

namespace actuation_params_test {

using namespace plant;

namespace {

const std::string shipped = std::string(PLANT_DATA) + "/actuation/";

/// The error of reading a file, without the file name.
std::string complaint(const std::string& yaml) {
    const TemporaryFile file(yaml);
    try {
        load_actuation_config(file.path());
    } catch (const FileError& error) {
        return std::string(error.what()).substr(file.path().string().size());
    }
    return "no error";
}

}  // namespace

TEST_CASE("every actuation model has a file with its name that equals the defaults") {
    const ActuationParams code;
    for (const Model model : {Model::actuation_cmd, Model::actuation_cmd_steer_map,
                              Model::actuation_cmd_vgr, Model::actuation_cmd_mechanical}) {
        const std::string name(info(model).name);
        CAPTURE(name);
        const ActuationConfig file = load_actuation_config(shipped + name + ".yaml");
        CHECK(file.model == model);
        CHECK(file.params.compatibility == Compatibility::corrected);
        CHECK(file.params.nominal_step_s == code.nominal_step_s);
        CHECK(file.params.wheel_base_m == code.wheel_base_m);
        CHECK(file.params.accel.delay_s == code.accel.delay_s);
        CHECK(file.params.brake.time_constant_s == code.brake.time_constant_s);
        CHECK(file.params.vgr.b_s2_per_m2 == code.vgr.b_s2_per_m2);
        CHECK(file.params.mechanical.kp == code.mechanical.kp);
        CHECK(file.params.mechanical.poly.h == code.mechanical.poly.h);
        CHECK(file.params.mechanical.friction == code.mechanical.friction);
        CHECK(file.params.accel_map.value(0.3, 7.0) == code.accel_map.value(0.3, 7.0));
        CHECK(is_actuation_config(shipped + name + ".yaml"));
    }
    CHECK_FALSE(is_actuation_config(std::string(PLANT_DATA) + "/scenario/braking.yaml"));
}

TEST_CASE("a partial file keeps the other defaults") {
    const TemporaryFile file(
        "steer_time_delay: 0.05\nmechanical_params: {kp: 12, vgr_coef_a: 2.4}\n"
        "compatibility: reference\nreset_state: {vx: 4}\nacc_time_delay: 0.1\n");
    const ActuationConfig config = load_actuation(file.path());
    CHECK(!config.has_model);
    CHECK(!config.has_nominal_step);
    const ActuationParams& params = config.params;
    CHECK(params.steer.delay_s == 0.05);
    CHECK(params.steer.time_constant_s == 0.27);
    CHECK(params.mechanical.kp == 12.0);
    CHECK(params.mechanical.ki == MechanicalParams{}.ki);
    CHECK(params.compatibility == Compatibility::reference);
    CHECK(params.reset_state.vx_mps == 4.0);
    CHECK(params.vgr.a == 15.713);
}

TEST_CASE("errors in actuation parameters are reported with their place") {
    CHECK(complaint("vel_lim: 30\n") == ":1:1: model: is missing");
    CHECK(complaint("model: bicycle\n") ==
          ":1:8: model: must be one of actuation_cmd, actuation_cmd_steer_map, actuation_cmd_vgr, "
          "actuation_cmd_mechanical, is 'bicycle'");
    const std::string model = "model: actuation_cmd\n";
    CHECK(complaint(model + "vel_lim: 0\n") ==
          ":2:10: vel_lim: must be 0.000001 to 1000000000, is 0");
    CHECK(complaint(model + "steer_time_delay: -0.1\n") ==
          ":2:19: steer_time_delay: must be 0 to 10, is -0.1");
    CHECK(complaint(model + "accel_time_constant: .nan\n") ==
          ":2:22: accel_time_constant: must be a number, is '.nan'");
    CHECK(complaint(model + "convert_accel_cmd: 3\n") ==
          ":2:20: convert_accel_cmd: must be true or false, is '3'");
    CHECK(complaint(model + "mechanical_params: {inertia: 0}\n") ==
          ":2:30: mechanical_params.inertia: must be 0.000001 to 1000000000, is 0");
    CHECK(complaint(model + "reset_state: {speed: 3}\n") ==
          ":2:15: reset_state.speed: unknown key (did you mean steer?); known here: x, y, yaw, vx, "
          "steer, ax");
    CHECK(complaint(model + "steer_lag: 3\n").find(":2:1: steer_lag: unknown key (did you mean ") ==
          0);
    CHECK(complaint(model + "compatibility: both\n") ==
          ":2:16: compatibility: must be one of corrected, reference, is 'both'");
}

TEST_CASE("an invalid map is an error and does not disable the conversion") {
    const TemporaryFile missing("accel_map_path: nowhere.csv\n");
    CHECK_THROWS_WITH_AS(load_actuation(missing.path()),
                         doctest::Contains("nowhere.csv: cannot be read"), FileError);
    const TemporaryFile map("default,0,5\n0,1,2\n1,0,3\n");
    const TemporaryFile falling("accel_map_path: " + map.path().string() + "\n");
    CHECK_THROWS_WITH_AS(load_actuation(falling.path()),
                         doctest::Contains(":3:3: cell: must be greater"), FileError);
}

TEST_CASE("a vehicle rejects parameters out of range") {
    ActuationParams params;
    params.mechanical.inertia = -1.0;
    CHECK_THROWS_WITH_AS(ActuationVehicle(Model::actuation_cmd_mechanical, params),
                         "mechanical_params.inertia: must be 0.000001 to 1000000000, is -1",
                         std::invalid_argument);
    params = {};
    params.accel.delay_s = 1e9;
    CHECK_THROWS_AS(ActuationVehicle(Model::actuation_cmd, params), std::invalid_argument);
    CHECK_THROWS_AS(ActuationVehicle(Model::bicycle, ActuationParams{}), std::invalid_argument);
}

}  // namespace actuation_params_test

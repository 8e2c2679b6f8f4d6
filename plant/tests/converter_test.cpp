// SPDX-License-Identifier: MIT
#include "temporary_file.hpp"

#include <plant/actuation_vehicle.hpp>
#include <plant/file_error.hpp>
#include <plant/raw_vehicle_cmd_converter.hpp>
#include "actuation/gear_ratio.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

namespace converter_test {

using namespace plant;

namespace {

constexpr double dt_s = 0.02;

ConverterParams published_maps() {
    ConverterParams params;
    params.accel_map = CalibrationMap({0.0, 0.5, 1.0}, {0.0, 5.0, 10.0},
                                      {0.0, -0.3, -0.5, 1.0, 0.5, 0.0, 3.0, 2.0, 1.5});
    params.brake_map = CalibrationMap({0.0, 0.5, 1.0}, {0.0, 5.0, 10.0},
                                      {0.0, -0.4, -0.5, -1.5, -2.0, -2.0, -2.0, -2.5, -3.0});
    params.steer_map = CalibrationMap({-10.0, 0.0, 10.0}, {-10.0, 0.0, 10.0},
                                      {-10.0, -10.0, -10.0, 0.0, 0.0, 0.0, 10.0, 10.0, 10.0});
    return params;
}

Actuation converted(const ConverterParams& params, const MotionRequest& request,
                    const MotionReport& report) {
    RawVehicleCmdConverter sut(params);
    const auto actuation = sut.convert(request, report, dt_s);
    REQUIRE(actuation.has_value());
    return *actuation;
}

std::string complaint(const std::string& yaml) {
    const TemporaryFile file(yaml);
    try {
        load_converter(file.path());
    } catch (const FileError& error) {
        return std::string(error.what()).substr(file.path().string().size() + 1);
    }
    return "";
}

SteerPidParams published_pid() {
    SteerPidParams params;
    params.kd = 1.0;
    params.max_i = 0.5;
    params.min_i = -0.5;
    params.max_d = 0.15;
    params.min_d = -0.15;
    return params;
}

ConverterParams steering(SteerConversion method) {
    ConverterParams params;
    params.convert_steer_cmd = true;
    params.convert_steer_cmd_method = method;
    return params;
}

/// A vehicle after `duration_s` with a constant request to the converter.
ActuationVehicle driven(Model model, const ActuationParams& params,
                        const ConverterParams& converter, const MotionRequest& request,
                        double duration_s) {
    ActuationVehicle vehicle(model, params);
    RawVehicleCmdConverter sut(converter);
    for (double t = 0.0; t < duration_s; t += dt_s) {
        const MotionReport report{vehicle.state().vx_mps, vehicle.steer_report_rad(), {}};
        vehicle.update({*sut.convert(request, report, dt_s)}, dt_s);
    }
    return vehicle;
}

ActuationParams rolling(double speed_mps) {
    ActuationParams params;
    params.reset_state.vx_mps = speed_mps;
    return params;
}

}  // namespace

TEST_CASE(
    "only one pedal is used: the throttle, or the brake below the acceleration without throttle") {
    ConverterParams params = published_maps();
    params.max_throttle = 1.0;
    params.max_brake = 1.0;
    const Actuation faster = converted(params, {2.0, 0.0, 0.0}, {5.0, 0.0, {}});
    CHECK(faster.accel == doctest::Approx(1.0));
    CHECK(faster.brake == 0.0);
    const Actuation slower = converted(params, {-2.25, 0.0, 0.0}, {5.0, 0.0, {}});
    CHECK(slower.accel == 0.0);
    CHECK(slower.brake == doctest::Approx(0.75));
    const Actuation backwards = converted(params, {-2.25, 0.0, 0.0}, {-5.0, 0.0, {}});
    CHECK(backwards.brake == slower.brake);
}

TEST_CASE("pedals are limited, and are not converted if so configured") {
    ConverterParams params = published_maps();
    CHECK(converted(params, {9.0, 0.0, 0.0}, {5.0, 0.0, {}}).accel == 0.4);
    CHECK(converted(params, {-9.0, 0.0, 0.0}, {5.0, 0.0, {}}).brake == 0.8);
    params.convert_accel_cmd = false;
    params.convert_brake_cmd = false;
    CHECK(converted(params, {1.5, 0.0, 0.0}, {5.0, 0.0, {}}).accel == 1.5);
    CHECK(converted(params, {1.5, 0.0, 0.0}, {5.0, 0.0, {}}).brake == 0.0);
    CHECK(converted(params, {-1.5, 0.0, 0.0}, {5.0, 0.0, {}}).accel == 0.0);
    CHECK(converted(params, {-1.5, 0.0, 0.0}, {5.0, 0.0, {}}).brake == 1.5);
}

TEST_CASE("the reverse maps are used only in reverse, gear 20") {
    ConverterParams params = published_maps();
    params.max_throttle = 1.0;
    params.max_brake = 1.0;
    params.reverse_accel_map =
        CalibrationMap({0.0, 0.5, 1.0}, {0.0, 10.0}, {0.0, 0.0, 2.0, 2.0, 3.0, 3.0});
    params.reverse_brake_map =
        CalibrationMap({0.0, 0.5, 1.0}, {0.0, 10.0}, {0.0, 0.0, -1.0, -1.0, -2.0, -2.0});
    const MotionReport standing;
    const auto throttle = [&](int gear) {
        return converted(params, {1.0, 0.0, 0.0, gear}, standing).accel;
    };
    const auto brake = [&](int gear) {
        return converted(params, {-1.5, 0.0, 0.0, gear}, standing).brake;
    };
    CHECK(throttle(20) == doctest::Approx(0.5));
    params.use_reverse_maps = true;
    CHECK(throttle(20) == doctest::Approx(0.25));
    CHECK(brake(20) == doctest::Approx(0.75));
    for (int gear = 0; gear <= 255; ++gear) {
        CAPTURE(gear);
        if (gear == 20) continue;
        REQUIRE(throttle(gear) == doctest::Approx(0.5));
        REQUIRE(brake(gear) == doctest::Approx(0.5));
    }
    params.reverse_brake_map.reset();
    CHECK_THROWS_WITH_AS(RawVehicleCmdConverter{params},
                         doctest::Contains("use_reverse_maps: needs csv_path_reverse_accel_map"),
                         std::invalid_argument);
}

TEST_CASE("the steering feedback gives the published trace") {
    const double expected[] = {8.0, 8.0, 8.0, 8.0, 8.0, 7.85, 6.4, 4.9, 3.4, 1.9};
    for (const double side : {1.0, -1.0}) {
        SteerPid sut(published_pid());
        double current = 0.0;
        for (int i = 0; i < 10; ++i) {
            CHECK(sut.update(side * (0.15 - current), 5.0, 0.1) ==
                  doctest::Approx(side * expected[i]));
            const double i_part = i == 0 ? 0.225 : i == 1 ? 0.42 : 0.5;
            const double d_part = i == 0 ? 0.0 : i <= 5 ? -0.15 : -0.1;
            CHECK(sut.parts().i == doctest::Approx(side * i_part));
            CHECK(sut.parts().d == doctest::Approx(side * d_part));
            current += i < 5 ? 0.02 : 0.01;
        }
    }
}

TEST_CASE("the steering integral decays at standstill and is cleared by a reset") {
    SteerPid sut(published_pid());
    sut.update(0.15, 5.0, 0.1);
    CHECK(sut.update(0.13, 0.001, 0.1) == 8.0);
    CHECK(sut.parts().p == 8.0);
    CHECK(sut.parts().i == doctest::Approx(0.21825));
    CHECK(sut.parts().d == doctest::Approx(-0.15));
    sut.reset();
    CHECK(sut.update(0.01, 0.001, 0.1) == doctest::Approx(1.5));
    CHECK(sut.parts().d == 0.0);
}

TEST_CASE("without integral gain the integral term is zero") {
    SteerPidParams params;
    params.ki = 0.0;
    params.max_i = 0.0;
    params.min_i = 0.0;
    SteerPid sut(params);
    CHECK(sut.update(0.01, 5.0, 0.1) == doctest::Approx(1.5));
}

TEST_CASE("the gear ratio gives the published values and is inverted correctly") {
    const GearRatioParams vgr;
    CHECK(gear_ratio(vgr, 0.0, 0.0) == 15.713);
    CHECK(gear_ratio({0.0, 0.0, 0.0}, 3.0, 2.0) == 1e-5);
    for (const double speed : {0.0, 8.0, -20.0}) {
        for (const double tyre : {-0.5, -0.01, 0.0, 0.2, 0.6}) {
            const double wheel = wheel_angle(vgr, speed, tyre);
            CHECK(wheel / gear_ratio(vgr, speed, wheel) == doctest::Approx(tyre).epsilon(1e-12));
        }
    }
}

TEST_CASE("the steering wheel angle gives the requested tyre angle, or uses the reported ratio") {
    const ConverterParams params = steering(SteerConversion::vgr);
    const double wheel = converted(params, {0.0, 0.3, 0.0}, {10.0, 0.1, {}}).steer;
    CHECK(wheel / gear_ratio(params.vgr, 10.0, wheel) == doctest::Approx(0.3));
    CHECK(converted(params, {0.0, 0.3, 0.0}, {10.0, 0.1, 2.0}).steer ==
          doctest::Approx(0.3 * (15.713 + 0.053 * 100.0 - 0.042 * 2.0)));
}

TEST_CASE("the steer map adds feed-forward of the rate and feedback of the angle") {
    ConverterParams params = published_maps();
    params.convert_steer_cmd = true;
    params.convert_steer_cmd_method = SteerConversion::steer_map;
    const MotionRequest request{0.0, 0.02, 5.0};
    const MotionReport report{5.0, 0.0, {}};
    // 5 from the map, 150 * 0.02 proportional, 15 * 0.02 * 0.02 integral.
    CHECK(converted(params, request, report).steer == doctest::Approx(5.0 + 3.0 + 0.006));
    params.use_steer_ff = false;
    CHECK(converted(params, request, report).steer == doctest::Approx(3.006));
    params.use_steer_ff = true;
    params.use_steer_fb = false;
    CHECK(converted(params, request, report).steer == doctest::Approx(5.0));
    params.max_steer = 4.0;
    CHECK(converted(params, request, report).steer == 4.0);
}

TEST_CASE("an invalid step duration counts as 0.1 s") {
    const ConverterParams params = steering(SteerConversion::steer_map);
    const auto steer = [&](double duration_s) {
        RawVehicleCmdConverter sut(params);
        return sut.convert({0.0, 0.02, 0.0}, {5.0, 0.0, {}}, duration_s)->steer;
    };
    for (const double duration_s : {0.0, -0.1, 1.5, -HUGE_VAL}) {
        CHECK(steer(duration_s) == steer(0.1));
    }
    CHECK(steer(1.0) != steer(0.1));
}

TEST_CASE("a request that is not finite is rejected and counted") {
    RawVehicleCmdConverter sut;
    const double none = std::numeric_limits<double>::quiet_NaN();
    CHECK_FALSE(sut.convert({none, 0.0, 0.0}, {}, dt_s).has_value());
    CHECK_FALSE(sut.convert({0.0, HUGE_VAL, 0.0}, {}, dt_s).has_value());
    CHECK_FALSE(sut.convert({0.0, 0.0, none}, {}, dt_s).has_value());
    CHECK_FALSE(sut.convert({}, {none, 0.0, {}}, dt_s).has_value());
    CHECK_FALSE(sut.convert({}, {0.0, none, {}}, dt_s).has_value());
    CHECK_FALSE(sut.convert({}, {0.0, 0.0, none}, dt_s).has_value());
    CHECK(sut.rejected() == 6);
    CHECK(sut.convert({}, {}, dt_s).has_value());
    CHECK(sut.rejected() == 6);
}

TEST_CASE("every model has the requested acceleration") {
    for (const Model model : {Model::actuation_cmd, Model::actuation_cmd_steer_map,
                              Model::actuation_cmd_vgr, Model::actuation_cmd_mechanical}) {
        for (const double wanted : {1.0, 0.2, -0.3, -1.0, -3.0}) {
            CAPTURE(wanted);
            const auto vehicle = driven(model, rolling(12.0), {}, {wanted, 0.0, 0.0}, 2.0);
            // The pedal is 0.2 s old; the columns of the map change by at most 0.1 m/s2 per m/s.
            CHECK(std::abs(vehicle.state().ax_mps2 - wanted) <= 0.02 * std::abs(wanted) + 1e-3);
        }
    }
}

TEST_CASE("every model has the requested tyre angle") {
    const auto angle = [](Model model, const ActuationParams& params,
                          const ConverterParams& converter, double duration_s = 6.0) {
        return driven(model, params, converter, {0.0, 0.12, 0.0}, duration_s).steer_report_rad();
    };
    const ActuationParams params = rolling(8.0);
    ActuationParams quick = params;
    quick.steer.delay_s = 0.04;
    CHECK(angle(Model::actuation_cmd, params, {}) == doctest::Approx(0.12).epsilon(1e-6));
    CHECK(angle(Model::actuation_cmd_vgr, params, steering(SteerConversion::vgr)) ==
          doctest::Approx(0.12).epsilon(1e-6));
    // Its integral takes kp / ki = 10 s to settle.
    CHECK(angle(Model::actuation_cmd_steer_map, quick, steering(SteerConversion::steer_map),
                60.0) == doctest::Approx(0.12).epsilon(1e-3));
    // Friction causes a remaining error of the feedback in the mechanical model.
    CHECK(angle(Model::actuation_cmd_mechanical, params, steering(SteerConversion::vgr)) ==
          doctest::Approx(0.12).epsilon(0.02));
}

TEST_CASE("converter parameters have their public names") {
    const TemporaryFile map("default,0,10\n0,0,-1\n1,3,2\n");
    const TemporaryFile file(
        "convert_steer_cmd: true\nconvert_steer_cmd_method: steer_map\nmax_throttle: 0.9\n"
        "steer_pid: {kp: 12, max_d: 0.5}\nvgr_coef_c: 0.05\nuse_vehicle_adaptor: false\n"
        "csv_path_accel_map: " +
        map.path().string() + "\n");
    const ConverterParams params = load_converter(file.path());
    CHECK(params.convert_steer_cmd);
    CHECK(params.convert_steer_cmd_method == SteerConversion::steer_map);
    CHECK(params.max_throttle == 0.9);
    CHECK(params.max_brake == 0.8);
    CHECK(params.steer_pid.kp == 12.0);
    CHECK(params.steer_pid.max_d == 0.5);
    CHECK(params.steer_pid.ki == 15.0);
    CHECK(params.vgr.c_per_rad == 0.05);
    CHECK(params.accel_map.value(1.0, 0.0) == 3.0);
}

TEST_CASE("reverse maps have their public names, and both are required") {
    const TemporaryFile accel("default,0,10\n0,0,-1\n1,3,2\n");
    const TemporaryFile brake("default,0,10\n0,0,-1\n1,-4,-5\n");
    const std::string accel_key = "csv_path_reverse_accel_map: " + accel.path().string() + "\n";
    const std::string brake_key = "csv_path_reverse_brake_map: " + brake.path().string() + "\n";
    const TemporaryFile both("use_reverse_maps: true\n" + accel_key + brake_key);
    const ConverterParams params = load_converter(both.path());
    CHECK(params.use_reverse_maps);
    CHECK(params.reverse_accel_map->value(1.0, 0.0) == 3.0);
    CHECK(params.reverse_brake_map->value(1.0, 0.0) == -4.0);
    CHECK(complaint("use_reverse_maps: true\n" + accel_key) ==
          "1:19: use_reverse_maps: needs csv_path_reverse_accel_map and "
          "csv_path_reverse_brake_map");
    CHECK(complaint("csv_path_reverse_brake_map: " + accel.path().string() + "\n")
              .find("in a brake map") != std::string::npos);
}

TEST_CASE("the file of the converter equals the defaults") {
    const ConverterParams file =
        load_converter(std::string(PLANT_DATA) + "/actuation/raw_vehicle_cmd_converter.yaml");
    const ConverterParams code;
    CHECK(file.convert_accel_cmd == code.convert_accel_cmd);
    CHECK(file.convert_brake_cmd == code.convert_brake_cmd);
    CHECK(file.convert_steer_cmd == code.convert_steer_cmd);
    CHECK(file.convert_steer_cmd_method == code.convert_steer_cmd_method);
    CHECK(file.use_steer_ff == code.use_steer_ff);
    CHECK(file.use_reverse_maps == code.use_reverse_maps);
    CHECK(file.use_steer_fb == code.use_steer_fb);
    for (const auto number : {&ConverterParams::max_throttle, &ConverterParams::max_brake,
                              &ConverterParams::max_steer, &ConverterParams::min_steer}) {
        CHECK(file.*number == code.*number);
    }
    using Pid = SteerPidParams;
    for (const auto number :
         {&Pid::kp, &Pid::ki, &Pid::kd, &Pid::max, &Pid::min, &Pid::max_p, &Pid::min_p, &Pid::max_i,
          &Pid::min_i, &Pid::max_d, &Pid::min_d, &Pid::invalid_integration_decay}) {
        CHECK(file.steer_pid.*number == code.steer_pid.*number);
    }
    CHECK(file.vgr.a == code.vgr.a);
    CHECK(file.vgr.b_s2_per_m2 == code.vgr.b_s2_per_m2);
    CHECK(file.vgr.c_per_rad == code.vgr.c_per_rad);
    CHECK(file.brake_map.value(0.3, 7.0) == code.brake_map.value(0.3, 7.0));
}

TEST_CASE("an actuation status is converted to the tyre angle from the unit of the command") {
    ConverterParams params = steering(SteerConversion::vgr);
    CHECK_FALSE(RawVehicleCmdConverter(params).steering_status(10.0, 2.0).has_value());
    params.convert_actuation_to_steering_status = true;
    const auto vgr = RawVehicleCmdConverter(params).steering_status(10.0, 2.0);
    REQUIRE(vgr.has_value());
    CHECK(*vgr == doctest::Approx(2.0 / (15.713 + 0.053 * 100.0 - 0.042 * 2.0)));
    params.convert_steer_cmd = false;
    CHECK(*RawVehicleCmdConverter(params).steering_status(10.0, 0.2) == 0.2);
}

TEST_CASE("invalid converter parameters are rejected with their place") {
    CHECK(complaint("convert_steer_cmd: true\nconvert_steer_cmd_method: steer_map\n"
                    "convert_actuation_to_steering_status: true\n")
              .find("3:39: convert_actuation_to_steering_status: must be false with") == 0);
    CHECK(complaint("max_throttle: -1\n") == "1:15: max_throttle: must be 0 to 1000000000, is -1");
    CHECK(complaint("convert_steer_cmd_method: magic\n") ==
          "1:27: convert_steer_cmd_method: must be one of vgr, steer_map, is 'magic'");
    CHECK(complaint("steer_pid: {min: 3}\n") ==
          "1:18: steer_pid.min: must be -1000000000 to 0, is 3");
    CHECK(complaint("max_trottle: 1\n")
              .find("1:1: max_trottle: unknown key (did you mean max_throttle?); known here: ") ==
          0);
    CHECK_THROWS_WITH_AS(
        load_converter(TemporaryFile("csv_path_brake_map: /nowhere.csv\n").path()),
        doctest::Contains(":1:21: csv_path_brake_map: /nowhere.csv: cannot be read: "
                          "No such file or directory"),
        FileError);
    ConverterParams params;
    params.steer_pid.max_i = -1.0;
    CHECK_THROWS_AS(RawVehicleCmdConverter{params}, std::invalid_argument);
}

}  // namespace converter_test

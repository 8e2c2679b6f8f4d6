// SPDX-License-Identifier: MIT
#include "temporary_file.hpp"

#include <plant/actuation_vehicle.hpp>
#include <plant/file_error.hpp>
#include <plant/identification.hpp>
#include "sensor/noise.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>

namespace identification_test {

using namespace plant;

namespace {

constexpr int steps_per_row = 20;
constexpr double step_s = 0.001;

struct Drive {
    Model model = Model::actuation_cmd;
    ActuationParams params;
    double duration_s = 120.0;
    double noise = 0.0;  ///< standard deviation of angle (rad) and acceleration (m/s2)
    /// Returns a random command; called about once a second.
    std::function<Actuation(Noise&)> draw;
};

/// Motion of a model with steps of 1 ms, recorded every 20 ms, with noise on the measured values.
Recording recorded(const Drive& drive) {
    ActuationVehicle vehicle(drive.model, drive.params);
    Noise random(7);
    Recording r;
    Actuation command;
    for (int row = 0; row * steps_per_row * step_s < drive.duration_s; ++row) {
        if (random.uniform() < 0.02) command = drive.draw(random);
        for (int i = 0; i < steps_per_row; ++i) vehicle.update({command, 0.0, 2}, step_s);
        r.t_s.push_back((row + 1) * steps_per_row * step_s);
        r.accel_cmd.push_back(command.accel);
        r.brake_cmd.push_back(command.brake);
        r.steer_cmd.push_back(command.steer);
        r.vx_mps.push_back(vehicle.state().vx_mps);
        r.ax_mps2.push_back(vehicle.state().ax_mps2 + drive.noise * random.normal());
        r.steer_report_rad.push_back(vehicle.steer_report_rad() + drive.noise * random.normal());
    }
    return r;
}

Actuation random_tyre_angle(Noise& random) {
    return {0.0, 0.0, 0.4 * (random.uniform() - 0.5)};
}

FittedParameter parameter(const Identification& found, const std::string& key) {
    const auto at = std::find_if(found.parameters.begin(), found.parameters.end(),
                                 [&](const FittedParameter& p) { return p.key == key; });
    REQUIRE(at != found.parameters.end());
    return *at;
}

/// The tolerance is four standard errors of white noise, plus the effect of recording a model with
/// steps of 1 ms every 20 ms.
void check_found(const Identification& found, const std::string& key, double truth,
                 double discretisation) {
    const FittedParameter p = parameter(found, key);
    CAPTURE(key);
    CAPTURE(p.value);
    CAPTURE(p.standard_error);
    CHECK(std::abs(p.value - truth) <= 4.0 * p.standard_error + discretisation);
}

Drive steering(double delay_s, double time_constant_s, double noise) {
    Drive drive;
    drive.params.steer = {delay_s, time_constant_s};
    drive.params.reset_state.vx_mps = 10.0;
    drive.noise = noise;
    drive.draw = random_tyre_angle;
    return drive;
}

Actuation random_pedal(Noise& random) {
    const double which = random.uniform();
    if (which < 0.6) return {0.6 * random.uniform(), 0.0, 0.0};
    if (which < 0.8) return {};
    return {0.0, 0.5 * random.uniform(), 0.0};
}

std::string refusal(const std::function<void()>& identify) {
    try {
        identify();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

std::string complaint(const std::string& csv) {
    const TemporaryFile file(csv);
    try {
        load_recording(file.path());
    } catch (const FileError& error) {
        return std::string(error.what()).substr(file.path().string().size() + 1);
    }
    return "";
}

}  // namespace

TEST_CASE("dead time and time constant of the steering are identified from a noisy drive") {
    for (const auto& lag : {std::pair{0.24, 0.27}, std::pair{0.237, 0.1}, std::pair{0.0, 0.5},
                            std::pair{0.613, 0.05}}) {
        const double delay_s = lag.first;
        const double time_constant_s = lag.second;
        CAPTURE(delay_s);
        const Identification found =
            identify_steer(recorded(steering(delay_s, time_constant_s, 0.002)));
        check_found(found, "steer_time_delay", delay_s, 0.001);
        check_found(found, "steer_time_constant", time_constant_s, 0.001);
        CHECK(parameter(found, "steer_time_delay").standard_error < 0.002);
        CHECK(parameter(found, "steer_time_constant").standard_error < 0.002);
        CHECK(found.explained > 0.99);
        CHECK(found.rms_residual == doctest::Approx(0.002).epsilon(0.05));
    }
}

TEST_CASE("the standard error is the effect of noise on a parameter") {
    const auto quiet = identify_steer(recorded(steering(0.237, 0.3, 0.001)));
    const auto loud = identify_steer(recorded(steering(0.237, 0.3, 0.02)));
    const double ratio = parameter(loud, "steer_time_constant").standard_error /
                         parameter(quiet, "steer_time_constant").standard_error;
    CHECK(ratio == doctest::Approx(20.0).epsilon(0.1));
    check_found(loud, "steer_time_delay", 0.237, 0.001);
}

TEST_CASE("delays and time constants of both pedals are identified from a noisy drive") {
    Drive drive;
    drive.params.accel = {0.153, 0.4};
    drive.params.brake = {0.071, 0.12};
    drive.params.reset_state.vx_mps = 15.0;
    drive.duration_s = 300.0;
    drive.noise = 0.05;
    drive.draw = random_pedal;
    const Identification found = identify_longitudinal(recorded(drive), drive.params);
    check_found(found, "accel_time_delay", 0.153, 0.002);
    check_found(found, "accel_time_constant", 0.4, 0.002);
    check_found(found, "brake_time_delay", 0.071, 0.002);
    check_found(found, "brake_time_constant", 0.12, 0.002);
    for (const FittedParameter& p : found.parameters) CHECK(p.standard_error < 0.01);
    CHECK(found.explained > 0.98);
}

TEST_CASE("parameters of the brake have an infinite error if a drive has no braking") {
    Drive drive;
    drive.params.reset_state.vx_mps = 15.0;
    drive.noise = 0.05;
    drive.draw = [](Noise& random) { return Actuation{0.05 + 0.3 * random.uniform(), 0.0, 0.0}; };
    Recording recording = recorded(drive);
    recording.brake_cmd.clear();
    // The first command is zero for some time: the recording begins after it.
    for (auto* column : {&recording.t_s, &recording.accel_cmd, &recording.steer_cmd,
                         &recording.vx_mps, &recording.ax_mps2, &recording.steer_report_rad}) {
        column->erase(column->begin(), column->begin() + 500);
    }
    REQUIRE(recording.accel_cmd.front() > 0.0);
    const Identification found = identify_longitudinal(recording, drive.params);
    CHECK(std::isinf(parameter(found, "brake_time_delay").standard_error));
    CHECK(std::isinf(parameter(found, "brake_time_constant").standard_error));
    check_found(found, "accel_time_delay", 0.1, 0.002);
}

TEST_CASE("the coefficients of the gear ratio are identified from a noisy drive") {
    Drive drive;
    drive.model = Model::actuation_cmd_vgr;
    drive.params.vgr = {15.713, 0.053, 0.042};
    drive.params.steer = {0.237, 0.2};
    drive.params.reset_state.vx_mps = 2.0;
    drive.duration_s = 200.0;
    drive.noise = 0.001;
    drive.draw = [](Noise& random) {
        return Actuation{0.4 * random.uniform(), 0.0, 14.0 * (random.uniform() - 0.5)};
    };
    const Identification found = identify_vgr(recorded(drive));
    check_found(found, "steer_time_delay", 0.237, 0.001);
    check_found(found, "steer_time_constant", 0.2, 0.001);
    check_found(found, "vgr_coef_a", 15.713, 0.01);
    check_found(found, "vgr_coef_b", 0.053, 0.0005);
    check_found(found, "vgr_coef_c", 0.042, 0.001);
    CHECK(parameter(found, "vgr_coef_a").standard_error < 0.05);
    CHECK(parameter(found, "vgr_coef_b").standard_error < 0.001);
    CHECK(parameter(found, "vgr_coef_c").standard_error < 0.01);
}

TEST_CASE("an unsuitable recording is rejected with the reason") {
    Recording good = recorded(steering(0.2, 0.2, 0.0));
    const auto with = [&](const std::function<void(Recording&)>& change) {
        Recording changed = good;
        change(changed);
        return refusal([&] { identify_steer(changed); });
    };
    CHECK(with([](Recording& r) { r.steer_cmd.clear(); }) ==
          "steer_cmd: the recording has no such column");
    CHECK(with([](Recording& r) { r.steer_report_rad.clear(); }) ==
          "steer_report: the recording has no such column");
    CHECK(with([](Recording& r) { r.steer_cmd.assign(r.t_s.size(), 0.1); }) ==
          "steer_cmd: is constant, so no fit is possible");
    CHECK(with([](Recording& r) {
              for (auto* c : {&r.t_s, &r.steer_cmd, &r.steer_report_rad}) {
                  c->erase(c->begin() + 120, c->end());
              }
          }).find("t: the recording is too short") == 0);
    good.vx_mps.clear();
    CHECK(refusal([&] { identify_vgr(good); }) == "vx: the recording has no such column");
    good.vx_mps = good.t_s;
    good.accel_cmd.assign(good.t_s.size(), 0.1);
    good.brake_cmd = good.accel_cmd;
    CHECK(refusal([&] { identify_longitudinal(good, {}); }) ==
          "brake_cmd: is constant, so no fit is possible");
}

TEST_CASE("a recording is read by column names") {
    const TemporaryFile file("steer_report,other,t,steer_cmd\n0.5,text,1,7\n0.6,,2,8\n");
    const Recording recording = load_recording(file.path());
    CHECK(recording.t_s == std::vector<double>{1.0, 2.0});
    CHECK(recording.steer_cmd == std::vector<double>{7.0, 8.0});
    CHECK(recording.steer_report_rad == std::vector<double>{0.5, 0.6});
    CHECK(recording.vx_mps.empty());
}

TEST_CASE("an invalid recording is rejected with the place of the error") {
    CHECK(complaint("") == "1:1: is empty");
    CHECK(complaint("vx,ax\n1,2\n") == "1:4: t: is missing in the header");
    CHECK(complaint("t,vx,vx\n1,2,3\n") == "1:6: vx: is given twice");
    CHECK(complaint("t,vx\n") == "2:1: has no rows");
    CHECK(complaint("t,vx\n1\n") == "2:1: the row is shorter than the header");
    CHECK(complaint("t,vx\n1,2,3\n") == "2:5: the row is longer than the header");
    CHECK(complaint("t,vx\n1,fast\n") == "2:3: vx: must be a finite number");
    CHECK(complaint("t,gear\n1,1e300\n") == "2:3: gear: must be a whole number from 0 to 255");
    CHECK(complaint("t,vx\n1,2\n1,2\n") == "3:1: t: must be greater than in the row above");
}

}  // namespace identification_test

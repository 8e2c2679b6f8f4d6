// SPDX-License-Identifier: MIT
#include <plant/actuation_vehicle.hpp>

#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace actuation_vehicle_test {

using namespace plant;

namespace {

constexpr int neutral = 1;
constexpr int drive = 2;
constexpr int reverse = 20;
constexpr int park = 22;

ActuationParams with(Compatibility compatibility, double vx_mps) {
    ActuationParams params;
    params.compatibility = compatibility;
    params.reset_state.vx_mps = vx_mps;
    return params;
}

struct Run {
    Run(Model model, const ActuationParams& params) : vehicle(model, params) {}

    Run& steps(int count, double dt_s = 0.01) {
        for (int i = 0; i < count; ++i) vehicle.update({command, slope_mps2, gear}, dt_s);
        return *this;
    }
    const ActuationState& state() const { return vehicle.state(); }

    ActuationVehicle vehicle;
    Actuation command;
    double slope_mps2 = 0.0;
    int gear = drive;
};

Run rolling(double vx_mps, Compatibility compatibility = Compatibility::corrected) {
    return {Model::actuation_cmd, with(compatibility, vx_mps)};
}

/// Steady acceleration of a vehicle at 10 m/s with a small throttle.
double acceleration_at(double throttle, Compatibility compatibility) {
    ActuationParams params = with(compatibility, 10.0);
    params.vel_rate_lim_mps2 = 7.0;
    Run sut(Model::actuation_cmd, params);
    sut.command.accel = throttle;
    return sut.steps(100).state().ax_mps2;
}

}  // namespace

TEST_CASE("with zero pedals a vehicle coasts with the acceleration of its map, without a jump") {
    const double none = acceleration_at(0.0, Compatibility::corrected);
    CHECK(none == doctest::Approx(default_accel_map().value(0.0, 9.8)).epsilon(0.02));
    CHECK(acceleration_at(1e-9, Compatibility::corrected) == doctest::Approx(none).epsilon(1e-7));
    CHECK(acceleration_at(0.0, Compatibility::reference) == 0.0);
    CHECK(acceleration_at(1e-9, Compatibility::reference) < -0.2);
}

TEST_CASE("a vehicle creeps forwards in drive and backwards in reverse") {
    CHECK(rolling(0.0).steps(300).state().vx_mps > 0.5);
    Run back = rolling(0.0);
    back.gear = reverse;
    CHECK(back.steps(300).state().vx_mps < -0.5);
    CHECK(rolling(0.0, Compatibility::reference).steps(300).state().vx_mps == 0.0);
}

TEST_CASE("in reverse the maps are evaluated at the speed of the vehicle") {
    const auto at_ten = [](int gear, double vx_mps) {
        Run sut = rolling(vx_mps);
        sut.gear = gear;
        sut.command.accel = 0.5;
        return sut.steps(60).state();
    };
    const ActuationState forwards = at_ten(drive, 10.0);
    const ActuationState backwards = at_ten(reverse, -10.0);
    CHECK(backwards.vx_mps == -forwards.vx_mps);
    CHECK(backwards.ax_mps2 == -forwards.ax_mps2);
}

TEST_CASE("an unconverted brake is a deceleration") {
    ActuationParams params = with(Compatibility::corrected, 20.0);
    params.convert_brake_cmd = false;
    Run sut(Model::actuation_cmd, params);
    sut.command.brake = 3.0;
    CHECK(sut.steps(200).state().ax_mps2 == doctest::Approx(-3.0).epsilon(1e-6));
}

TEST_CASE("a negative accel pedal has no effect, in the public model it decelerates") {
    CHECK(acceleration_at(-2.0, Compatibility::corrected) ==
          acceleration_at(0.0, Compatibility::corrected));
    CHECK(acceleration_at(-2.0, Compatibility::reference) == doctest::Approx(-2.0).epsilon(1e-3));
}

TEST_CASE("the status has the pedals that were pressed") {
    Run sut = rolling(15.0);
    sut.command.brake = 0.3;
    sut.steps(100);
    CHECK(sut.vehicle.status().brake == doctest::Approx(0.3).epsilon(0.02));
    CHECK(sut.vehicle.status().accel == 0.0);
    sut.command = {0.3, 0.0, 0.0};
    sut.steps(150);
    CHECK(sut.vehicle.status().accel == doctest::Approx(0.3).epsilon(0.02));
    CHECK(sut.vehicle.status().brake == 0.0);
    Run back = rolling(0.0);
    back.gear = reverse;
    back.command.accel = 0.3;
    CHECK(back.steps(300).vehicle.status().accel == doctest::Approx(0.3).epsilon(0.02));
}

TEST_CASE("the status of unconverted channels is in m/s2") {
    ActuationParams params = with(Compatibility::corrected, 20.0);
    params.convert_accel_cmd = false;
    params.convert_brake_cmd = false;
    Run sut(Model::actuation_cmd, params);
    sut.command.brake = 2.0;
    CHECK(sut.steps(200).vehicle.status().brake == doctest::Approx(2.0).epsilon(1e-6));
    sut.command = {1.5, 0.0, 0.0};
    CHECK(sut.steps(200).vehicle.status().accel == doctest::Approx(1.5).epsilon(1e-6));
}

TEST_CASE("the response of the tyre angle to a step is a dead time and a first-order lag") {
    ActuationParams params = with(Compatibility::corrected, 0.0);
    params.steer_bias_rad = 0.01;
    Run sut(Model::actuation_cmd, params);
    sut.command.steer = 0.2;
    double worst = 0.0;
    for (int i = 1; i <= 300; ++i) {
        sut.steps(1);
        const double t = std::max(0.01 * i - 0.24, 0.0);
        const double expected = 0.2 * (1.0 - std::exp(-t / 0.27));
        // The bias decays with a first-order response from the start.
        const double bias = 0.01 * std::exp(-0.01 * i / 0.27);
        worst = std::max(worst, std::abs(sut.vehicle.steer_report_rad() - expected - bias));
    }
    CHECK(worst < 1e-8);
}

TEST_CASE("dead times do not depend on the step, those of the public model do") {
    const auto first_motion_s = [](Compatibility compatibility, double dt_s) {
        ActuationParams params = with(compatibility, 0.0);
        params.nominal_step_s = 0.02;
        Run sut(Model::actuation_cmd, params);
        sut.command.steer = 0.2;
        int steps = 0;
        for (; sut.state().steer_rad == 0.0; ++steps) sut.steps(1, dt_s);
        return (steps - 1) * dt_s;
    };
    for (const double dt_s : {0.001, 0.005, 0.02, 0.04}) {
        CHECK(first_motion_s(Compatibility::corrected, dt_s) == doctest::Approx(0.24));
        CHECK(first_motion_s(Compatibility::reference, dt_s) == doctest::Approx(12 * dt_s));
    }
}

TEST_CASE("a reset clears delayed commands, the public model keeps them") {
    for (const auto compatibility : {Compatibility::corrected, Compatibility::reference}) {
        Run sut(Model::actuation_cmd, with(compatibility, 0.0));
        sut.command = {0.0, 0.0, 0.3};
        sut.steps(5, 0.025);
        sut.command = {};
        sut.vehicle.reset({});
        sut.steps(40, 0.025);
        CHECK((sut.state().steer_rad == 0.0) == (compatibility == Compatibility::corrected));
    }
}

TEST_CASE(
    "without a command the steer map centres the wheel, the public model moves it to a stop") {
    ActuationParams params = with(Compatibility::corrected, 5.0);
    params.reset_state.steer_rad = 0.3;
    Run sut(Model::actuation_cmd_steer_map, params);
    const double rate = default_steer_map().value(0.0, 0.3);
    sut.steps(1, 1e-4);
    CHECK(sut.state().steer_rad == doctest::Approx(0.3 + 1e-4 * rate).epsilon(1e-6));
    sut.steps(5000);
    CHECK(std::abs(sut.state().steer_rad) < 1e-3);
    params.compatibility = Compatibility::reference;
    Run reference(Model::actuation_cmd_steer_map, params);
    reference.steps(5000);
    CHECK(std::abs(reference.state().steer_rad) == params.steer_lim_rad);
}

TEST_CASE("the steering wheel turns the tyre through the variable ratio") {
    ActuationParams params = with(Compatibility::corrected, 10.0);
    params.convert_accel_cmd = false;
    for (const Model model : {Model::actuation_cmd_vgr, Model::actuation_cmd_mechanical}) {
        Run sut(model, params);
        sut.command.steer = 2.0;
        sut.steps(1000);
        const double ratio = 15.713 + 0.053 * 100.0 - 0.042 * 2.0;
        const double tolerance = model == Model::actuation_cmd_vgr ? 1e-9 : 0.03;
        CHECK(sut.state().steer_rad == doctest::Approx(2.0 / ratio).epsilon(tolerance));
        CHECK(sut.vehicle.status().steer == doctest::Approx(2.0).epsilon(tolerance));
    }
}

TEST_CASE("in neutral a vehicle rolls and brakes, the public model stops at once") {
    Run sut = rolling(20.0);
    sut.gear = neutral;
    sut.command.accel = 1.0;
    const double coasting = sut.steps(200).state().vx_mps;
    CHECK(coasting < 20.0);
    CHECK(coasting > 18.0);
    sut.command = {0.0, 0.5, 0.0};
    CHECK(sut.steps(1000).state().vx_mps == 0.0);
    Run reference = rolling(20.0, Compatibility::reference);
    reference.gear = neutral;
    CHECK(reference.steps(1).state().vx_mps == 0.0);
}

TEST_CASE("in neutral a vehicle rolls down a slope in either direction unless it brakes") {
    for (const double slope : {-0.8, 0.8}) {
        Run sut = rolling(0.0);
        sut.gear = neutral;
        sut.slope_mps2 = slope;
        sut.command.brake = 0.4;
        CHECK(sut.steps(400).state().vx_mps == 0.0);
        sut.command.brake = 0.0;
        CHECK(sut.steps(300).state().vx_mps * slope > 0.5);
    }
}

TEST_CASE("park holds on a slope and stops a rolling vehicle") {
    Run sut = rolling(3.0);
    sut.gear = park;
    sut.slope_mps2 = 2.0;
    CHECK(sut.steps(1).state().vx_mps == 0.0);
    const double rest = sut.state().x_m;
    CHECK(sut.steps(500).state().x_m == rest);
}

TEST_CASE("only reverse drives backwards, on any slope") {
    Run sut = rolling(0.0);
    sut.slope_mps2 = -3.0;
    CHECK(sut.steps(300).state().x_m == 0.0);
    CHECK(sut.state().ax_mps2 == 0.0);
}

TEST_CASE("a mechanical wheel at the limit of the vehicle has zero speed") {
    ActuationParams params = with(Compatibility::corrected, 0.0);
    params.steer_lim_rad = 0.1;
    Run sut(Model::actuation_cmd_mechanical, params);
    sut.command.steer = 6.0;
    sut.steps(800);
    CHECK(sut.state().steer_rad == 0.1);
    CHECK(sut.vehicle.mechanical().omega_radps == 0.0);
}

TEST_CASE("a yaw angle of any size keeps its direction") {
    ActuationParams params = with(Compatibility::corrected, 10.0);
    params.convert_accel_cmd = false;
    Run sut(Model::actuation_cmd, params);
    const double turns = 2.0 * plant::pi * 1e5;
    sut.vehicle.reset({0.0, 0.0, turns + 0.5, 10.0, 0.0, 0.0});
    sut.steps(100);
    CHECK(sut.state().x_m == doctest::Approx(10.0 * std::cos(0.5)).epsilon(1e-6));
    CHECK(sut.state().y_m == doctest::Approx(10.0 * std::sin(0.5)).epsilon(1e-6));
}

TEST_CASE("without a command a vehicle moves straight, also with mechanical steering") {
    for (const Model model : {Model::actuation_cmd, Model::actuation_cmd_steer_map,
                              Model::actuation_cmd_vgr, Model::actuation_cmd_mechanical}) {
        Run sut(model, with(Compatibility::corrected, 20.0));
        CHECK(sut.steps(300).state().y_m == 0.0);
    }
}

}  // namespace actuation_vehicle_test

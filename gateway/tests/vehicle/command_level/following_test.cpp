// SPDX-License-Identifier: MIT
#include "platform/create_vehicle.hpp"

#include <plant/ground.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace following_test {

/// Commands of each level on the simulated sedan (L2, seven_dof, unless said otherwise).
namespace {

using namespace std::chrono_literals;
using namespace gateway;

struct Run {
    explicit Run(const VehicleConfig& config = {}) : vehicle(create_vehicle(config)) {}

    double speed() const { return vehicle->feedback().state.velocity_mps.x(); }
    double curvature() const {
        return vehicle->feedback().state.angular_velocity_radps.z() / speed();
    }
    /// Continues with the command held, and reads the vehicle after each step.
    void go(const Command& command, SimTime time,
            const std::function<void(double t_s)>& look = {}) {
        vehicle->apply(command);
        for (SimTime t{0}; t < time; t += vehicle->step()) {
            REQUIRE(vehicle->advance());
            if (look) look(std::chrono::duration<double>(t + vehicle->step()).count());
        }
    }
    std::unique_ptr<Vehicle> vehicle;
};

Command velocity(double mps) {
    return {VelocityCommand{mps, 0}, {}};
}

struct StepResponse {
    double overshoot_mps = 0;
    double settling_s = 0;  ///< the last time at which the error was more than 2 % of the step
    double steady_error_mps = 0;
};

StepResponse respond(Run& run, double target_mps, SimTime time) {
    const double from = run.speed();
    const double up = target_mps > from ? 1 : -1;
    StepResponse response;
    run.go(velocity(target_mps), time, [&](double t_s) {
        const double error = run.speed() - target_mps;
        response.overshoot_mps = std::max(response.overshoot_mps, up * error);
        if (std::abs(error) > 0.02 * std::abs(target_mps - from)) response.settling_s = t_s;
        response.steady_error_mps = std::abs(error);
    });
    return response;
}

TEST_CASE("a velocity step from standstill to 10 m/s, and down to 5 m/s") {
    Run run;
    const StepResponse up = respond(run, 10, 20s);
    CHECK(up.overshoot_mps < 0.1);
    CHECK(up.settling_s < 7);  // 5 s of them at the limit of 2 m/s2
    CHECK(up.steady_error_mps < 0.01);
    const StepResponse down = respond(run, 5, 20s);
    CHECK(down.overshoot_mps < 0.1);
    CHECK(down.settling_s < 4);
    CHECK(down.steady_error_mps < 0.01);
}

TEST_CASE("a velocity step with slow pedals and up a hill") {
    VehicleConfig config;
    config.session.actuator.throttle.lag_s = config.session.actuator.brake.lag_s = 0.15;
    config.session.actuator.throttle.dead_time_s = config.session.actuator.brake.dead_time_s = 0.05;
    config.ground.grade = 0.05;
    Run run(config);
    run.go(velocity(0), 1s);
    const StepResponse up = respond(run, 10, 40s);
    CHECK(up.overshoot_mps < 0.1);
    CHECK(up.settling_s < 12);
    CHECK(up.steady_error_mps < 0.05);
}

TEST_CASE("a velocity that the engine cannot reach causes no wind-up") {
    Run run;
    run.go(velocity(90), 120s);
    CHECK(run.speed() < 80);
    const StepResponse down = respond(run, 20, 60s);
    CHECK(down.overshoot_mps < 0.3);
    CHECK(down.steady_error_mps < 0.02);
}

TEST_CASE("a velocity of 0 stops the vehicle and holds it, also on a hill") {
    VehicleConfig config;
    config.vx_mps = 10;
    config.ground.grade = 0.1;
    Run run(config);
    run.go(velocity(0), 10s);
    const double x_m = run.vehicle->feedback().state.position_m.x();
    run.go(velocity(0), 10s);
    CHECK(std::abs(run.speed()) < 0.01);
    CHECK(std::abs(run.vehicle->feedback().state.position_m.x() - x_m) < 0.05);
}

TEST_CASE("the vehicle drives backwards and forwards with the right gear") {
    Run run;
    run.go(velocity(5), 10s);
    run.go(velocity(-3), 15s, [&](double) {
        if (run.vehicle->feedback().report.gear == Gear::reverse) CHECK(run.speed() < 0.1);
    });
    CHECK(run.speed() == doctest::Approx(-3).epsilon(0.01));
    run.go(velocity(5), 15s, [&](double) {
        if (run.vehicle->feedback().report.gear == Gear::drive) CHECK(run.speed() > -0.1);
    });
    CHECK(run.speed() == doctest::Approx(5).epsilon(0.01));
}

TEST_CASE("a curvature ramp at 15 m/s is followed, up to 3.4 m/s2 of lateral acceleration") {
    VehicleConfig config;
    config.vx_mps = 15;
    Run run(config);
    double largest_error = 0;
    double curvature = 0;
    for (int i = 0; i <= 500; ++i) {
        curvature = std::max(0.0, std::min(0.015, 0.015 * (i - 50) / 300));
        run.go({CurvatureCommand{15, curvature}, {}}, 20ms);
        largest_error = std::max(largest_error, std::abs(run.curvature() - curvature));
    }
    CHECK(largest_error < 0.0012);  // of a ramp of 0.0025 1/m a second
    CHECK(run.curvature() == doctest::Approx(0.015).epsilon(0.03));
    CHECK(run.speed() == doctest::Approx(15).epsilon(0.01));
}

TEST_CASE("the same curvature is driven at any speed, by each model, also backwards") {
    for (const plant::Model model : {plant::Model::kinematic, plant::Model::bicycle,
                                     plant::Model::seven_dof, plant::Model::fourteen_dof})
        for (const double speed : {-3.0, 3.0, 8.0, 16.0}) {
            CAPTURE(plant::info(model).name);
            CAPTURE(speed);
            VehicleConfig config;
            config.model = model;
            config.vx_mps = speed;
            Run run(config);
            run.go({CurvatureCommand{speed, 0.01}, {}}, 6s);
            CHECK(run.curvature() == doctest::Approx(0.01).epsilon(0.04));
        }
}

TEST_CASE("the path is the requested circle") {
    VehicleConfig config;
    config.vx_mps = 8;
    Run run(config);
    run.go({CurvatureCommand{8, 1. / 50}, {}}, 4s);
    const plant::State start = run.vehicle->feedback().state;
    const double course =
        start.yaw_rad + std::atan2(start.velocity_mps.y(), start.velocity_mps.x());
    const double x_m = start.position_m.x() - 50 * std::sin(course);
    const double y_m = start.position_m.y() + 50 * std::cos(course);
    double largest_m = 0;
    run.go({CurvatureCommand{8, 1. / 50}, {}}, 39s, [&](double) {  // once round
        const auto& at = run.vehicle->feedback().state.position_m;
        largest_m = std::max(largest_m, std::abs(std::hypot(at.x() - x_m, at.y() - y_m) - 50));
    });
    CHECK(largest_m < 0.6);
}

TEST_CASE("an acceleration is reached, on a hill after a moment") {
    VehicleConfig config;
    config.vx_mps = 5;
    Run run(config);
    run.go({AccelerationCommand{1.5, 0, 0, 0}, {}}, 3s);
    CHECK(run.vehicle->feedback().ax_mps2 == doctest::Approx(1.5).epsilon(0.02));
    run.go({AccelerationCommand{-2, 0, 0, 0}, {}}, 2s);
    CHECK(run.vehicle->feedback().ax_mps2 == doctest::Approx(-2).epsilon(0.02));
    config.ground.grade = 0.08;
    Run hill(config);
    hill.go({AccelerationCommand{1, 0, 0, 0}, {}}, 6s);
    CHECK(hill.vehicle->feedback().ax_mps2 == doctest::Approx(1).epsilon(0.05));
}

TEST_CASE("an acceleration alone drives a vehicle backwards, stops it and drives it forwards") {
    Run run(VehicleConfig{});
    const auto velocity_mps = [&] { return run.vehicle->feedback().state.velocity_mps.x(); };
    run.go({AccelerationCommand{-1, 0, 0, 0}, {}}, 4s);
    CHECK(velocity_mps() < -2);
    run.go({AccelerationCommand{2, 0, 0, 0}, {}}, 6s);
    CHECK(velocity_mps() > 2);
}

TEST_CASE("wheel torques reach a model that has four wheels, and pedals replace them") {
    VehicleConfig config;
    config.vx_mps = 10;
    Run run(config);
    run.go({WheelTorqueCommand{{100, 300, 100, 300}, 0}, {}}, 500ms);
    CHECK(run.speed() > 10.2);
    CHECK(run.curvature() > 0.001);
    run.go({PedalCommand{}, {}}, 5s);
    CHECK(run.speed() < 10.5);
    CHECK(run.vehicle->takes(Level::wheel_torques));
    config.model = plant::Model::bicycle;
    CHECK_FALSE(create_vehicle(config)->takes(Level::wheel_torques));
}

TEST_CASE("an actuation vehicle is driven by all levels through its converter") {
    VehicleConfig bare;
    bare.model = plant::Model::actuation_cmd;
    bare.session.actuation.steer = {0.02, 0.05};
    CHECK_FALSE(create_vehicle(bare)->takes(Level::velocity));

    ConversionOptions conversion;
    conversion.converter = converter_for(bare.model, bare.session.actuation);
    VehicleConfig config = bare;
    config.converter = conversion;
    Run run(config);
    CHECK(run.vehicle->takes(Level::actuation));
    run.go({CurvatureCommand{8, 0.02}, {}}, 30s);
    CHECK(run.speed() == doctest::Approx(8).epsilon(0.02));
    CHECK(run.curvature() == doctest::Approx(0.02).epsilon(0.03));
}

}  // namespace

}  // namespace following_test

// SPDX-License-Identifier: MIT
#include <plant/angle.hpp>
#include <plant/manoeuvre.hpp>
#include <plant/scenario.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace manoeuvre_test {

using namespace plant;

namespace {

using Figures = std::map<std::string, double>;

Figures figures_of(const Judge& judge) {
    Figures figures;
    for (const Finding& finding : judge.findings()) figures[finding.name] = finding.value;
    return figures;
}

/// The figures of a replay of the scenario.
Figures driven(const Scenario& scenario, const SessionConfig& config = {}) {
    const auto session = make_session(scenario, config);
    Judge judge(scenario, session->vehicle());
    REQUIRE(replay(scenario, *session, [&](const Output& o) { judge.watch(o); }) == StepStatus::ok);
    return figures_of(judge);
}

Scenario file(const std::string& name) {
    return load_scenario(std::string(PLANT_DATA) + "/scenario/" + name + ".yaml");
}

/// The figures of a known motion: `motion` sets the output of each millisecond.
template <class Motion>
Figures judged(const Scenario& scenario, double duration_s, const Motion& motion) {
    Judge judge(scenario, VehicleParams{});
    for (int i = 0; i <= static_cast<int>(1e3 * duration_s); ++i) {
        Output output;
        output.sim_time = SimDuration{1'000'000LL * i};
        output.wheel_load_n = {4000.0, 4000.0, 3000.0, 3000.0};
        motion(1e-3 * i, output);
        judge.watch(output);
    }
    return figures_of(judge);
}

Scenario steered(SteerShape shape, double amplitude_rad) {
    Scenario scenario;
    scenario.steer = {shape, 1.0, amplitude_rad, 0.5, 2.0, 0.5};
    return scenario;
}

constexpr double deg = plant::deg_per_rad;

}  // namespace

TEST_CASE("a turn to the right gives the same figures as one to the left") {
    for (const char* name :
         {"iso_7401_step_2deg", "iso_7401_sine", "sine_with_dwell", "iso_4138_speed", "fishhook"}) {
        CAPTURE(name);
        Scenario scenario = file(name);
        Figures left = driven(scenario);
        scenario.steer.amplitude_rad = -scenario.steer.amplitude_rad;
        Figures right = driven(scenario);
        left["final yaw rate"] = -left["final yaw rate"];
        CHECK(left == right);
    }
}

TEST_CASE("a car that loses grip does not affect the understeer gradient") {
    Scenario scenario = file("iso_4138_speed");
    const Figures before = driven(scenario);
    scenario.steer.amplitude_rad = 0.3;
    scenario.duration_s = 300.0;
    Figures broken = driven(scenario);
    CHECK(broken["largest sideslip angle"] > 30.0);
    CHECK(broken["lateral acceleration at the limit"] >
          before.at("lateral acceleration at the limit"));
    CHECK(broken["lateral acceleration at the limit"] < 1.05 * gravity_mps2);
    for (const char* name : {"understeer gradient", "hand wheel angle gradient",
                             "sideslip angle gradient", "roll angle gradient"})
        CHECK(broken[name] == before.at(name));
}

TEST_CASE("the driver model follows a circle up to the limit of the tyres") {
    for (const Model model : {Model::bicycle, Model::seven_dof, Model::fourteen_dof}) {
        Scenario scenario = file("iso_4138_radius");
        scenario.model = model;
        CHECK(driven(scenario)["lateral acceleration at the limit"] > 0.85 * gravity_mps2);
    }
}

TEST_CASE("the gradients of ISO 4138 are those of the linear single track within 1 %") {
    SessionConfig config;
    config.tyre.model = TyreModel::linear;
    config.tyre.load_sensitivity = 0.0;
    config.tyre.rolling_resistance = 0.0;
    config.vehicle.aero = {0.0, 2.2, 0.0, 0.0, 1.225};
    // Stiffness is proportional to load here, so only the trail causes a gradient. The car is low,
    // so that the longitudinal part of the acceleration transfers little load between the axles.
    config.tyre.pneumatic_trail_m = 0.1;
    config.vehicle.body.cg_height_m = 0.1;
    const BodyParams& body = config.vehicle.body;
    const double a = body.cg_to_front_axle_m, b = body.wheelbase_m - a;
    const double trail = config.tyre.pneumatic_trail_m;
    const MagicFormula& m = config.tyre.lateral;
    const double slope = m.b * m.c * m.d * body.mass_kg * gravity_mps2 / body.wheelbase_m;
    const double front = slope * b, rear = slope * a;  // stiffness of the axles
    // Slip angles of the axles for 1 m/s2, from moments about the other axle.
    const double slip_front = body.mass_kg * (b + trail) / body.wheelbase_m / front;
    const double slip_rear = body.mass_kg * (a - trail) / body.wheelbase_m / rear;
    for (const char* name : {"iso_4138_radius", "iso_4138_speed"}) {
        CAPTURE(name);
        Scenario scenario = file(name);
        scenario.model = Model::bicycle;
        scenario.duration_s = std::min(scenario.duration_s, 420.0);
        Figures found = driven(scenario, config);
        CHECK(found["understeer gradient"] ==
              doctest::Approx(1e3 * gravity_mps2 * (slip_front - slip_rear)).epsilon(0.01));
    }
}

TEST_CASE("response times of a step start at half of the steering") {
    constexpr double lag_s = 0.2, rate = 0.3;
    for (const double turn : {1.0, -1.0}) {
        Figures found =
            judged(steered(SteerShape::step, turn * 0.04), 12.0, [&](double t, Output& output) {
                const double steered = std::clamp(2.0 * (t - 1.0), 0.0, 0.04);
                output.steer_applied_rad = turn * steered;
                output.state.velocity_mps = {20.0, -0.4 * turn, 0.0};
                const double answer = t > 1.01 ? 1.0 - std::exp(-(t - 1.01) / lag_s) : 0.0;
                output.state.angular_velocity_radps.z() = turn * rate * answer;
                output.ay_mps2 = turn * 6.0 * answer;
            });
        CHECK(found["steady yaw rate"] == doctest::Approx(rate * deg));
        CHECK(found["steady lateral acceleration"] == doctest::Approx(6.0));
        CHECK(found["overshoot of yaw rate"] == doctest::Approx(0.0));
        CHECK(found["response time of yaw rate"] ==
              doctest::Approx(lag_s * std::log(10.0)).epsilon(0.01));
        CHECK(found["steady sideslip angle"] == doctest::Approx(-0.4 / 20.0 * deg).epsilon(1e-3));
    }
}

TEST_CASE("the lags of a sine are the times between its peaks and those of the response") {
    Figures found = judged(steered(SteerShape::sine, -0.03), 5.0, [](double t, Output& output) {
        const auto wave = [](double at) {
            return at > 0.0 && at < 2.0 ? std::sin(plant::pi * at) : 0.0;
        };
        output.steer_applied_rad = -0.03 * wave(t - 1.0);
        output.state.angular_velocity_radps.z() = -0.15 * wave(t - 1.1);
        output.ay_mps2 = -3.0 * wave(t - 1.2);
    });
    CHECK(found["time lag of yaw rate at the first peak"] == doctest::Approx(0.1));
    CHECK(found["time lag of yaw rate at the second peak"] == doctest::Approx(0.1));
    CHECK(found["time lag of lateral acceleration at the first peak"] == doctest::Approx(0.2));
    CHECK(found["gain of yaw rate"] == doctest::Approx(5.0));
    CHECK(found["gain of lateral acceleration"] == doctest::Approx(100.0));
}

TEST_CASE("the mean fully developed deceleration of a uniform stop is its deceleration") {
    Scenario scenario;
    scenario.controls = {{0.0, {0.0, 0.0, 0.7}}};
    Figures found = judged(scenario, 5.0, [](double t, Output& output) {
        const double stopping_s = std::min(t, 4.0);
        output.state.velocity_mps.x() = 28.0 - 7.0 * stopping_s;
        output.state.position_m.x() = 28.0 * stopping_s - 3.5 * stopping_s * stopping_s;
    });
    CHECK(found["mean fully developed deceleration"] == doctest::Approx(7.0).epsilon(1e-3));
    CHECK(found["stopping distance"] == doctest::Approx(56.0).epsilon(1e-3));
    CHECK(found["stopping time"] == doctest::Approx(4.0).epsilon(1e-3));
}

TEST_CASE("cones below the body are counted as hit") {
    Scenario scenario;
    scenario.course = {CourseKind::iso_3888_2, 1.8, 0.0};
    const auto hits_at = [&](double y_m) {
        return judged(scenario, 4.0, [&](double t, Output& output) {
            output.state.position_m = {20.0 * t - 5.0, y_m, 0.0};
            output.state.velocity_mps.x() = 20.0;
        });
    };
    // Straight on: the lanes at both ends are free, the middle one is one metre to the left.
    Figures straight = hits_at(0.0);
    CHECK(straight["cones hit"] == 0.0);
    CHECK(straight["lanes with cones hit"] == 1.0);
    // Its left side is 0.1 m beyond the left lines at both ends, which have five cones each.
    const double half_lane_m = 0.5 * (1.1 * 1.8 + 0.25);
    Figures left = hits_at(half_lane_m - 0.9 + 0.1);
    CHECK(left["cones hit"] == 5.0);
    CHECK(left["smallest distance to the cones"] < 0.0);
    CHECK(left["speed at the start"] == doctest::Approx(72.0));
}

TEST_CASE("a car has tipped up when both wheels of a side are off the road") {
    Figures found = judged(steered(SteerShape::fishhook, 0.1), 3.0, [](double t, Output& output) {
        output.state.roll_rad = t > 1.0 ? -0.1 : 0.05;
        if (t > 1.0 && t < 1.25) output.wheel_load_n = {7000.0, 0.0, 7000.0, 0.0};
        if (t > 2.0) output.wheel_load_n = {7000.0, 0.0, 7000.0, 100.0};
    });
    CHECK(found["largest roll angle"] == doctest::Approx(0.1 * deg));
    CHECK(found["time with both wheels of a side lifted"] == doctest::Approx(0.249));
    CHECK(found["smallest load of the wheels of a side"] == 0.0);
}

TEST_CASE("a fishhook reverses when the roll rate is zero") {
    const Scenario scenario = file("fishhook");
    const auto session = make_session(scenario);
    double reversed_s = 0.0, roll_rate_before = 0.0, last_steer = 0.0, lowest = 0.0;
    const auto look = [&](const Output& o) {
        const double steer = o.steer_applied_rad;
        if (reversed_s == 0.0 && steer < last_steer) {
            reversed_s = 1e-9 * static_cast<double>(o.sim_time.count());
            CHECK(std::abs(roll_rate_before) * deg < 2.0);
        }
        roll_rate_before = o.state.angular_velocity_radps.x();
        last_steer = steer;
        lowest = std::min(lowest, steer);
    };
    REQUIRE(replay(scenario, *session, look) == StepStatus::ok);
    CHECK(reversed_s > 1.2);  // the body rolls with a delay
    CHECK(lowest == doctest::Approx(-scenario.steer.amplitude_rad));
    CHECK(last_steer == doctest::Approx(0.0));
}

TEST_CASE("the driver model keeps a car straight that brakes on split friction") {
    Figures fixed = driven(file("braking_split"));
    Figures held = driven(file("braking_split_steered"));
    CHECK(std::abs(held["sideways at the stop"]) < 0.3 * std::abs(fixed["sideways at the stop"]));
    CHECK(std::abs(held["turned at the stop"]) < 0.3 * std::abs(fixed["turned at the stop"]));
    CHECK(held["largest hand wheel angle"] > 0.0);
}

}  // namespace manoeuvre_test

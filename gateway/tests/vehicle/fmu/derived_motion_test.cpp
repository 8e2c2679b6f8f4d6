// SPDX-License-Identifier: MIT
#include "fmu/derived_motion.hpp"
#include "fmu/pose_frame.hpp"

#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

namespace derived_motion_test {

using gateway::DerivedMotion;
using gateway::Feedback;
using gateway::FmuMap;

constexpr double dt_s = 0.001;
constexpr double speed_mps = 8, radius_m = 20;
constexpr double rate_radps = speed_mps / radius_m;

FmuMap map_of(const std::vector<std::string>& outputs) {
    FmuMap map;
    for (const std::string& name : outputs) {
        map.outputs.emplace_back();
        map.outputs.back().signal = *gateway::fmu_output_named(name);
    }
    return map;
}

/// A left turn at constant speed: the values that an FMU could report.
Feedback turn_at(double time_s) {
    Feedback seen;
    const double yaw = rate_radps * time_s;
    seen.state.position_m = {radius_m * std::sin(yaw), radius_m * (1 - std::cos(yaw)), 0};
    seen.state.yaw_rad = std::remainder(yaw, 2 * plant::pi);
    seen.state.velocity_mps.x() = speed_mps;
    seen.state.angular_velocity_radps.z() = rate_radps;
    seen.ay_mps2 = speed_mps * rate_radps;
    seen.wheel_radius_m = 0.3;
    return seen;
}

/// The feedback after a whole turn of which only some values are reported.
Feedback after_turn(const std::vector<std::string>& outputs) {
    DerivedMotion sut(map_of(outputs));
    Feedback seen;
    const auto report = [&](double time_s) {
        Feedback truth = turn_at(time_s);
        for (const std::string& name : outputs) {
            const gateway::FmuOutput& output =
                gateway::fmu_outputs()[*gateway::fmu_output_named(name)];
            output.of(seen, output.wheel) = output.of(truth, output.wheel);
        }
    };
    report(0);
    sut.begin(seen);
    const int steps = static_cast<int>(1.2 * 2 * plant::pi / rate_radps / dt_s);
    for (int i = 1; i <= steps; ++i) {
        report(i * dt_s);
        sut.update(seen, dt_s);
    }
    return seen;
}

void check_equal(const Feedback& seen, const Feedback& truth, double position_m) {
    CHECK(seen.state.position_m.x() == doctest::Approx(truth.state.position_m.x()).epsilon(1e-3));
    CHECK(std::abs(seen.state.position_m.y() - truth.state.position_m.y()) < position_m);
    CHECK(std::abs(seen.state.yaw_rad - truth.state.yaw_rad) < 0.01);
    CHECK(std::abs(seen.state.velocity_mps.x() - speed_mps) < 0.01);
    CHECK(std::abs(seen.state.velocity_mps.y()) < 0.02);
    CHECK(std::abs(seen.state.angular_velocity_radps.z() - rate_radps) < 0.01);
    CHECK(std::abs(seen.ax_mps2) < 0.1);
    CHECK(std::abs(seen.ay_mps2 - truth.ay_mps2) < 0.1);
}

Feedback truth_at_end() {
    const int steps = static_cast<int>(1.2 * 2 * plant::pi / rate_radps / dt_s);
    return turn_at(steps * dt_s);
}

TEST_CASE("velocities and accelerations follow from positions and the heading") {
    check_equal(after_turn({"x_m", "y_m", "yaw_rad"}), truth_at_end(), 1e-9);
}

TEST_CASE("without a heading, positions give it") {
    const Feedback seen = after_turn({"x_m", "y_m"});
    CHECK(std::abs(seen.state.yaw_rad - truth_at_end().state.yaw_rad) < 0.01);
    CHECK(std::abs(seen.state.velocity_mps.x() - speed_mps) < 0.01);
}

TEST_CASE("without positions, speed and yaw rate are integrated") {
    check_equal(after_turn({"vx_mps", "yaw_rate_radps"}), truth_at_end(), 0.01);
}

TEST_CASE("wheel speeds follow from the wheel radius") {
    const Feedback seen = after_turn({"vx_mps", "yaw_rad", "wheel_radius_m"});
    for (const double spin : seen.state.wheel_spin_radps)
        CHECK(spin == doctest::Approx(speed_mps / 0.3));
    CHECK(after_turn({"vx_mps", "yaw_rad"}).state.wheel_spin_radps[0] == 0);
}

TEST_CASE("reported values are not changed") {
    const Feedback seen =
        after_turn({"x_m", "y_m", "yaw_rad", "vx_mps", "vy_mps", "yaw_rate_radps", "ay_mps2"});
    const Feedback truth = truth_at_end();
    CHECK(seen.state.position_m == truth.state.position_m);
    CHECK(seen.state.velocity_mps == truth.state.velocity_mps);
    CHECK(seen.ay_mps2 == truth.ay_mps2);
}

TEST_CASE("what is derived is reported in one sentence each") {
    const auto notes = gateway::replaced_outputs(map_of({"x_m", "y_m", "yaw_rad"}));
    const auto has = [&](const std::string& note) {
        return std::find(notes.begin(), notes.end(), note) != notes.end();
    };
    CHECK(has("vx_mps: from the positions"));
    CHECK(has("steer_applied_rad: the command"));
    CHECK(has("wheel_spin: absent, is 0; it follows from wheel_radius_m if that is mapped"));
}

TEST_CASE("a frame moves the start of the FMU to that of the run") {
    const gateway::PoseFrame sut({1, 2, 0}, {10, 20, plant::pi / 2});
    plant::State state;
    state.position_m = {4, 2, 0};
    sut.apply(state);
    CHECK(state.position_m.x() == doctest::Approx(10));
    CHECK(state.position_m.y() == doctest::Approx(23));
    CHECK(state.yaw_rad == doctest::Approx(plant::pi / 2));
}

TEST_CASE("equal starts leave the bits of a pose") {
    const gateway::PoseFrame sut({0.1, 0.2, 0.3}, {0.1, 0.2, 0.3});
    plant::State state;
    state.position_m = {-0.0, 1e-300, 0};
    state.yaw_rad = 3;
    sut.apply(state);
    CHECK(std::signbit(state.position_m.x()));
    CHECK(state.position_m.y() == 1e-300);
    CHECK(state.yaw_rad == 3);
}

TEST_CASE("the motion of the rear axle is moved to the centre of gravity") {
    Feedback seen = turn_at(0);
    gateway::move_to_centre(seen, -1.5, 2);
    CHECK(seen.state.position_m.x() == doctest::Approx(1.5));
    CHECK(seen.state.velocity_mps.y() == doctest::Approx(rate_radps * 1.5));
    CHECK(seen.ax_mps2 == doctest::Approx(-rate_radps * rate_radps * 1.5));
    CHECK(seen.ay_mps2 == doctest::Approx(speed_mps * rate_radps + 2 * 1.5));
}

}  // namespace derived_motion_test

// SPDX-License-Identifier: MIT
#include "actuation/mechanical_steering.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace mechanical_steering_test {

using namespace plant;

namespace {

/// Inertia, damping and spring only; the torque is that of feed-forward and kp.
MechanicalParams linear(double ff_gain, double kp) {
    MechanicalParams p;
    p.kp = kp;
    p.ki = 0.0;
    p.kd = 0.0;
    p.ff_gain = ff_gain;
    p.rate_limit_radps = 1e6;
    p.dead_zone_threshold = 0.0;
    p.poly = {0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    p.stiffness = 20.0;
    p.friction = 0.0;
    p.steering_torque_limit = 1e6;
    p.torque_delay_time_s = 0.0;
    return p;
}

/// Step response of I x'' + D x' + k x = torque, underdamped.
double second_order(const MechanicalParams& p, double k, double torque, double t_s) {
    const double natural = std::sqrt(k / p.inertia);
    const double zeta = 0.5 * p.damping / std::sqrt(k * p.inertia);
    const double damped = natural * std::sqrt(1.0 - zeta * zeta);
    const double decay = zeta * natural;
    return torque / k *
           (1.0 - std::exp(-decay * t_s) *
                      (std::cos(damped * t_s) + decay / damped * std::sin(damped * t_s)));
}

/// Largest deviation from the analytic solution over 4 s, with the loop closed by kp.
double worst_error(Compatibility compatibility, double dt_s, int frozen_steps) {
    const double wanted = 0.3;
    const MechanicalParams p = linear(0.0, 200.0);
    MechanicalSteering sut(p, compatibility);
    double worst = 0.0;
    for (int i = 1; i * dt_s <= 4.0; ++i) {
        const double angle = sut.move(wanted, 0.0, dt_s);
        const double expected = second_order(p, p.stiffness + p.kp, p.kp * wanted,
                                             std::max(i - frozen_steps, 0) * dt_s);
        worst = std::max(worst, std::abs(angle - expected));
    }
    return worst;
}

MechanicalSteering pushed_by(double torque, const MechanicalParams& params,
                             Compatibility compatibility, int steps) {
    MechanicalSteering steering(params, compatibility);
    for (int i = 0; i < steps; ++i) steering.move(torque, 0.0, 0.01);
    return steering;
}

}  // namespace

TEST_CASE("the step response of the mechanical steering is the analytic solution") {
    CHECK(worst_error(Compatibility::corrected, 0.01, 0) < 1e-8);
    CHECK(worst_error(Compatibility::corrected, 0.02, 0) <
          20.0 * worst_error(Compatibility::corrected, 0.01, 0));
    // In the public model the first step has no torque.
    CHECK(worst_error(Compatibility::reference, 0.01, 1) < 1e-8);
}

TEST_CASE("a delayed torque moves the wheel as an undelayed one, later") {
    constexpr double dt_s = 1.0 / 128.0;
    constexpr int late = 16;
    MechanicalParams params = linear(1.0, 0.0);
    MechanicalSteering prompt(params, Compatibility::corrected);
    params.torque_delay_time_s = late * dt_s;
    MechanicalSteering sut(params, Compatibility::corrected);
    std::vector<double> expected(late, 0.0);
    for (int i = 0; i < 300; ++i) {
        expected.push_back(prompt.move(5.0, 0.0, dt_s));
        REQUIRE(sut.move(5.0, 0.0, dt_s) == expected[static_cast<std::size_t>(i)]);
    }
    CHECK(expected.back() > 0.01);
}

TEST_CASE("a torque delay shorter than a step is exact") {
    // A wheel with damping only follows an increasing torque: D theta' = torque.
    constexpr double dt_s = 0.01;
    constexpr double torque_per_s = 2.0;
    const auto final_angle = [&](double delay_s) {
        MechanicalParams params = linear(1.0, 0.0);
        params.stiffness = 0.0;
        params.torque_delay_time_s = delay_s;
        MechanicalSteering steering(params, Compatibility::corrected);
        for (int i = 1; i <= 500; ++i) steering.move(torque_per_s * i * dt_s, 0.0, dt_s);
        return steering.angle_rad();
    };
    // d theta / dt at the end is torque_per_s (t - I / D) / D.
    const MechanicalParams params = linear(1.0, 0.0);
    const double rate = torque_per_s * (5.0 - params.inertia / params.damping) / params.damping;
    const double shift_s = (final_angle(0.0) - final_angle(0.004)) / rate;
    CHECK(shift_s == doctest::Approx(0.004).epsilon(0.02));
}

TEST_CASE("the rate limiter limits every step, in the public model only the first") {
    MechanicalParams params = linear(1.0, 0.0);
    params.rate_limit_radps = 0.5;
    const auto limited = [&](Compatibility compatibility, int steps) {
        return pushed_by(0.25, params, compatibility, steps).prepared(0.25, 0.0, 0.01).limited_rad;
    };
    for (int steps = 0; steps < 100; ++steps) {
        CHECK(limited(Compatibility::corrected, steps) ==
              doctest::Approx(std::min(0.005 * (steps + 1), 0.25)).epsilon(1e-12));
    }
    CHECK(limited(Compatibility::reference, 0) == 0.005);
    CHECK(limited(Compatibility::reference, 1) == 0.25);
}

TEST_CASE("friction holds a wheel at standstill until the torque is larger") {
    MechanicalParams params = linear(1.0, 0.0);
    params.friction = 0.66;
    for (const double side : {-1.0, 1.0}) {
        const auto held = pushed_by(side * 0.6, params, Compatibility::corrected, 200);
        CHECK(held.angle_rad() == 0.0);
        CHECK(held.report().omega_radps == 0.0);
        const auto turned = pushed_by(side * 0.8, params, Compatibility::corrected, 200);
        CHECK(side * turned.angle_rad() > 1e-3);
    }
    // In the public model it oscillates.
    CHECK(pushed_by(0.3, params, Compatibility::reference, 200).angle_rad() != 0.0);
}

TEST_CASE("friction stops a turning wheel, which then stays at standstill") {
    MechanicalParams params = linear(1.0, 0.0);
    params.friction = 0.66;
    MechanicalSteering sut = pushed_by(0.9, params, Compatibility::corrected, 50);
    CHECK(sut.report().omega_radps > 0.0);
    for (int i = 0; i < 200; ++i) sut.move(0.0, 0.0, 0.01);
    const double rest = sut.angle_rad();
    CHECK(rest > 0.0);
    CHECK(sut.report().omega_radps == 0.0);
    for (int i = 0; i < 100; ++i) sut.move(0.0, 0.0, 0.01);
    CHECK(sut.angle_rad() == rest);
}

TEST_CASE("a wheel at its stop has zero speed and leaves it at once") {
    MechanicalParams params = linear(1.0, 0.0);
    MechanicalSteering sut(params, Compatibility::corrected);
    for (int i = 0; i < 400; ++i) {
        sut.move(9.0, 0.0, 0.01);
        sut.limit_angle(0.2);
    }
    CHECK(sut.angle_rad() == 0.2);
    CHECK(sut.report().omega_radps == 0.0);
    sut.move(-9.0, 0.0, 0.01);
    CHECK(sut.angle_rad() < 0.2);
}

TEST_CASE(
    "a torque below the threshold of the dead zone does not start a rotation, in either "
    "direction") {
    MechanicalParams params = linear(1.0, 0.0);
    params.dead_zone_threshold = 1.0;
    for (const double side : {-1.0, 1.0}) {
        const auto sut = pushed_by(side * 0.9, params, Compatibility::corrected, 100);
        CHECK(sut.angle_rad() == 0.0);
        CHECK(sut.report().dead_zone);
        CHECK(std::abs(pushed_by(side * 1.1, params, Compatibility::corrected, 100).angle_rad()) >
              1e-3);
    }
}

TEST_CASE("a reset clears the state, the public model keeps that of the limiter") {
    MechanicalParams params;
    MechanicalSteering sut(params, Compatibility::corrected);
    for (int i = 0; i < 50; ++i) sut.move(0.2, 5.0, 0.01);
    sut.reset(0.1);
    MechanicalSteering fresh(params, Compatibility::corrected);
    fresh.reset(0.1);
    for (int i = 0; i < 50; ++i) {
        REQUIRE(sut.move(0.15, 5.0, 0.01) == fresh.move(0.15, 5.0, 0.01));
    }
    MechanicalSteering reference(params, Compatibility::reference);
    reference.move(0.2, 5.0, 0.01);
    reference.reset(0.1);
    CHECK(reference.report().previous_steer_target_rad == 0.2);
    CHECK(reference.report().delay_buffer_size == 0);
}

TEST_CASE("in its dead zone a wheel stops until the torque is above the threshold") {
    MechanicalParams params = linear(1.0, 0.0);
    params.dead_zone_threshold = 1.0;
    MechanicalSteering sut = pushed_by(3.0, params, Compatibility::corrected, 20);
    CHECK(sut.report().omega_radps > 0.0);
    sut.move(-0.5, 0.0, 0.01);  // small, against the rotation
    CHECK(sut.report().dead_zone);
    const double angle_rad = sut.angle_rad();
    for (const double torque : {-0.5, -0.9, 0.9, 0.5}) {
        for (int i = 0; i < 20; ++i) sut.move(torque, 0.0, 0.01);
        CHECK(sut.report().dead_zone);
        CHECK(sut.angle_rad() == angle_rad);
    }
    sut.move(1.5, 0.0, 0.01);
    CHECK_FALSE(sut.report().dead_zone);
    for (int i = 0; i < 20; ++i) sut.move(1.5, 0.0, 0.01);
    CHECK(sut.angle_rad() > angle_rad);
}

TEST_CASE(
    "without a command the power steering pulls to neither side, the public model to the left") {
    const auto after_3_s = [](Compatibility compatibility, double speed_mps) {
        MechanicalSteering sut(MechanicalParams{}, compatibility);
        for (int i = 0; i < 300; ++i) sut.move(0.0, speed_mps, 0.01);
        return sut.angle_rad();
    };
    for (const double speed_mps : {0.0, 5.0, 10.0, 20.0, 30.0, 50.0})
        CHECK(after_3_s(Compatibility::corrected, speed_mps) == 0.0);
    CHECK(after_3_s(Compatibility::reference, 20.0) > 5e-3);
}

TEST_CASE("the power steering is symmetric, and then the wheel is at standstill") {
    for (const double speed_mps : {0.0, 15.0, 30.0, 50.0})
        for (const double dt_s : {0.002, 0.01, 0.025}) {
            MechanicalSteering left(MechanicalParams{}, Compatibility::corrected);
            MechanicalSteering right(MechanicalParams{}, Compatibility::corrected);
            double lowest = 1.0;
            double highest = -1.0;
            for (int i = 0; i * dt_s < 8.0; ++i) {
                const double wanted_rad = i * dt_s < 4.0 ? 0.05 : 0.0;
                const double angle_rad = left.move(wanted_rad, speed_mps, dt_s);
                REQUIRE(right.move(-wanted_rad, speed_mps, dt_s) == -angle_rad);
                if (i * dt_s < 7.0) continue;
                lowest = std::min(lowest, angle_rad);
                highest = std::max(highest, angle_rad);
            }
            CAPTURE(speed_mps);
            CAPTURE(dt_s);
            CHECK(highest - lowest < 1e-4);
            CHECK(std::max(highest, -lowest) < 3e-3);
        }
}

}  // namespace mechanical_steering_test

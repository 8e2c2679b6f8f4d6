// SPDX-License-Identifier: MIT
#include "command_level/gear_choice.hpp"
#include "command_level/pedals.hpp"
#include "command_level/steering.hpp"
#include "command_level/velocity_controller.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace parts_test {

using namespace gateway;

constexpr AccelerationRange wide{-100, 100};
constexpr double dt_s = 0.01;

VelocityGains gains(double max_mps2 = 100) {
    VelocityGains gains;
    gains.max_acceleration_mps2 = gains.max_deceleration_mps2 = max_mps2;
    return gains;
}

TEST_CASE("velocity: an ideal vehicle follows by feed-forward alone") {
    VelocityGains only_feed_forward = gains(2);
    only_feed_forward.proportional_per_s = only_feed_forward.integral_per_s2 = 0;
    VelocityController sut(only_feed_forward);
    double v = 0;
    double highest = 0;
    for (int i = 0; i < 1000; ++i) {
        v += sut.update(10, v, 0, wide, dt_s) * dt_s;
        highest = std::max(highest, v);
    }
    CHECK(v == doctest::Approx(10).epsilon(1e-3));
    CHECK(highest <= 10);
}

TEST_CASE("velocity: at first the commanded velocity is approached with the time constant") {
    VelocityController sut(gains());
    CHECK(sut.update(5, 4, 0, wide, dt_s) == doctest::Approx(1 / 0.4));
    CHECK(sut.reference_mps() == doctest::Approx(4 + dt_s / 0.4));
}

TEST_CASE("velocity: the integral removes the steady error of the proportional part") {
    VelocityController sut(gains());
    double v = 10;
    for (int i = 0; i < 6000; ++i) v += (sut.update(10, v, 0, wide, dt_s) - 0.5) * dt_s;
    CHECK(v == doctest::Approx(10).epsilon(1e-4));
}

TEST_CASE("velocity: its output stays within its limits and the vehicle's") {
    VelocityController own(gains(2));
    CHECK(own.update(100, 0, 0, wide, dt_s) == 2);
    VelocityController down(gains(2));
    CHECK(down.update(0, 100, 0, wide, dt_s) == -2);
    VelocityController vehicles(gains(2));
    CHECK(vehicles.update(100, 0, 0, {-1, 0.5}, dt_s) == 0.5);
}

/// Overshoot beyond 10 m/s of a vehicle that does not move for a while although it is driven.
double overshoot(int standing_steps) {
    VelocityController sut(gains(2));
    double v = 0;
    double highest = 0;
    for (int i = 0; i < standing_steps + 3000; ++i) {
        const double accel = sut.update(10, v, 0, {-3, 1}, dt_s);
        if (i >= standing_steps) v += accel * dt_s;
        highest = std::max(highest, v);
    }
    return highest - 10;
}

TEST_CASE("velocity: the integrator does not wind up while the vehicle cannot follow") {
    CHECK(overshoot(6000) < 0.1);
    CHECK(overshoot(6000) == doctest::Approx(overshoot(600)).epsilon(1e-6));
}

TEST_CASE("velocity: a second call in the same step changes nothing") {
    VelocityController sut(gains());
    const double first = sut.update(10, 0, 0, wide, dt_s);
    const double second = sut.update(10, 0, 0, wide, 0);
    CHECK(sut.update(10, 0, 0, wide, 0) == second);
    CHECK(second != first);
}

TEST_CASE("velocity: the derivative acts on the error of acceleration") {
    VelocityGains with = gains();
    with.derivative = 0.5;
    VelocityController sut(with);
    const double slope = 1 / 0.4;
    CHECK(sut.update(5, 4, 1, wide, dt_s) == doctest::Approx(slope + 0.5 * (slope - 1)));
}

TEST_CASE("pedals: one of them, according to the response, and never both") {
    PedalResponse response;
    response.full_throttle_mps2 = 4;
    response.full_brake_mps2 = 8;
    CHECK(pedals_for(response, 1, 5).throttle == 0.25);
    CHECK(pedals_for(response, 1, 5).brake == 0);
    CHECK(pedals_for(response, -2, 5).brake == 0.25);
    CHECK(pedals_for(response, -2, 5).throttle == 0);
    CHECK(pedals_for(response, 100, 5).throttle == 1);
    CHECK(pedals_for(response, -100, 5).brake == 1);
}

TEST_CASE("pedals: drag and rolling resistance are added, and less throttle is left at speed") {
    PedalResponse response;
    response.full_throttle_mps2 = 4;
    response.full_brake_mps2 = 8;
    response.power_w_per_kg = 60;
    response.rolling_mps2 = 0.1;
    response.drag_per_m = 0.001;
    const double resistance = 0.1 + 0.001 * 900;
    CHECK(pedals_for(response, 0, 30).throttle == doctest::Approx(resistance / 2));
    CHECK(pedals_for(response, -resistance, 30).throttle == doctest::Approx(0));
    CHECK(range_of(response, 30).max_mps2 == doctest::Approx(2 - resistance));
    CHECK(range_of(response, 30).min_mps2 == doctest::Approx(-8 - resistance));
    CHECK(pedals_for(response, 0, 0).throttle == 0);  // a vehicle at standstill stays there
}

TEST_CASE("steering: by the wheelbase, and more by the understeer with the lateral acceleration") {
    SteeringResponse neutral;
    neutral.wheelbase_m = 2.5;
    CHECK(std::tan(steer_for(neutral, 0.1, 20)) == doctest::Approx(0.25));
    CHECK(steer_for(neutral, -0.1, 20) == -steer_for(neutral, 0.1, 20));
    SteeringResponse understeering = neutral;
    understeering.understeer_rad_s2_per_m = 0.002;
    CHECK(steer_for(understeering, 0.01, 20) - steer_for(neutral, 0.01, 20) ==
          doctest::Approx(0.002 * 4));
    CHECK(steer_for(understeering, 0.01, -20) == steer_for(understeering, 0.01, 20));
}

TEST_CASE("gear: the direction of the velocity, unless the vehicle is not to be driven") {
    CHECK(gear_for(1, Gear::no_command, Gear::reverse) == Gear::drive);
    CHECK(gear_for(-1, Gear::no_command, Gear::drive) == Gear::reverse);
    CHECK(gear_for(-1, Gear::drive, Gear::drive) == Gear::reverse);
    CHECK(gear_for(0, Gear::no_command, Gear::reverse) == Gear::reverse);
    CHECK(gear_for(0, Gear::no_command, Gear::drive) == Gear::drive);
    CHECK(gear_for(1, Gear::low, Gear::drive) == Gear::low);
    CHECK(gear_for(1, Gear::park, Gear::drive) == Gear::park);
    CHECK(gear_for(1, Gear::neutral, Gear::drive) == Gear::neutral);
}

TEST_CASE("gear: it is changed at standstill, between forward gears at any speed") {
    CHECK_FALSE(may_shift(Gear::drive, Gear::reverse, 0.2));
    CHECK_FALSE(may_shift(Gear::reverse, Gear::drive, -0.2));
    CHECK_FALSE(may_shift(Gear::drive, Gear::park, 20));
    CHECK(may_shift(Gear::drive, Gear::reverse, 0.05));
    CHECK(may_shift(Gear::drive, Gear::low, 20));
}

}  // namespace parts_test

// SPDX-License-Identifier: MIT
#include "driver/speed_profile.hpp"

#include "command_level/pedals.hpp"

#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace speed_profile_test {

using namespace gateway;

Route circle(double radius_m) {
    std::vector<Point> points;
    for (int i = 0; i < 72; ++i) {
        const double angle_rad = i * 5 * plant::rad_per_deg;
        points.push_back({radius_m * std::cos(angle_rad), radius_m * std::sin(angle_rad)});
    }
    return Route(points, Interpolation::spline, {}, true);
}

Route straight(double length_m) {
    return Route({{0, 0}, {length_m / 2, 0}, {length_m, 0}});
}

SpeedLimits limits() {
    VehicleConfig vehicle;
    return {{}, grip_of(vehicle), level_conversion_of(vehicle).pedals};
}

TEST_CASE("the curvature of a closed circle is constant, also over its start") {
    const Route route = circle(50);
    const AlongRoute curvature = curvature_of(route);
    for (const double value : curvature.values())
        CHECK(value == doctest::Approx(1.0 / 50).epsilon(1e-3));
    CHECK(curvature.at(-1) == doctest::Approx(curvature.at(route.curve().length_m() - 1)));
}

TEST_CASE("on a circle the lateral acceleration is that of comfort, or a share of the grip") {
    const Route route = circle(50);
    SpeedLimits by_comfort = limits();
    by_comfort.driver.speed_mps = 100;
    const double comfort_mps =
        SpeedProfile(route, curvature_of(route), by_comfort).at(10).speed_mps;
    CHECK(comfort_mps * comfort_mps / 50 == doctest::Approx(0.95 * 2.5).epsilon(0.01));
    SpeedLimits by_grip = by_comfort;
    by_grip.driver.lateral_mps2 = 50;
    by_grip.driver.friction_use = 0.6;
    const double grip_mps = SpeedProfile(route, curvature_of(route), by_grip).at(10).speed_mps;
    CHECK(grip_mps * grip_mps / 50 ==
          doctest::Approx(0.95 * 0.6 * by_grip.grip.lateral_mps2()).epsilon(0.01));
}

TEST_CASE("a straight is driven at full speed, with accelerations and jerk within their limits") {
    const SpeedLimits limit = limits();
    const Route route = straight(400);
    const SpeedProfile profile(route, curvature_of(route), limit);
    CHECK(profile.at(100).speed_mps == doctest::Approx(limit.driver.speed_mps));
    CHECK(profile.at(399.6).speed_mps == 0);
    CHECK(profile.is_at_stop(399.6));
    CHECK_FALSE(profile.is_at_stop(390));
    constexpr double step_s = 0.1, below_stop_m = 395;
    double way_m = 200, before_mps2 = 0;
    while (way_m < below_stop_m) {
        const PlannedSpeed now = profile.at(way_m);
        way_m += now.speed_mps * step_s;
        const double slope_mps2 = (profile.at(way_m).speed_mps - now.speed_mps) / step_s;
        CHECK(slope_mps2 > -limit.driver.deceleration_mps2);
        CHECK(slope_mps2 < 0.01);
        CHECK(std::abs(slope_mps2 - before_mps2) / step_s < 2 * limit.driver.jerk_mps3);
        before_mps2 = slope_mps2;
    }
}

TEST_CASE("speed limits of a route are kept, and the vehicle brakes before them") {
    const SpeedLimits limit = limits();
    const Route route({{0, 0}, {100, 0}, {200, 0}, {400, 0}}, Interpolation::spline,
                      {30, 5, 30, 30});
    const SpeedProfile profile(route, curvature_of(route), limit);
    CHECK(profile.at(50).speed_mps > 10);
    for (double way_m = 101; way_m < 199; way_m += 1) CHECK(profile.at(way_m).speed_mps <= 5);
    CHECK(profile.at(98).speed_mps < 7);
}

TEST_CASE("braking and cornering share the grip of each axle") {
    VehicleConfig vehicle;
    const Grip grip = grip_of(vehicle);
    const double most = grip.lateral_mps2();
    CHECK(most > 0.7 * plant::gravity_mps2);
    CHECK(most < 1.2 * plant::gravity_mps2);
    for (double share = 0; share < 0.9; share += 0.1)
        CHECK(grip.braking_mps2(share * most) > grip.braking_mps2((share + 0.1) * most));
    CHECK(grip.traction_mps2(0) < grip.braking_mps2(0));  // only the rear axle is driven
    vehicle.ground.friction = 0.5;
    const Grip wet = grip_of(vehicle);
    CHECK(wet.lateral_mps2() < 0.6 * most);
    CHECK(wet.lateral_mps2() > 0.4 * most);
}

}  // namespace speed_profile_test

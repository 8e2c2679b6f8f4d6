// SPDX-License-Identifier: MIT
#include "route/vehicle_ahead.hpp"

#include "route/route_tracker.hpp"

#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace vehicle_ahead_test {

using gateway::nearest_ahead;
using gateway::OtherVehicle;
using gateway::Route;

plant::State at(double x_m, double y_m, double yaw_rad, double vx_mps) {
    plant::State state;
    state.position_m = {x_m, y_m, 0};
    state.yaw_rad = yaw_rad;
    state.velocity_mps.x() = vx_mps;
    return state;
}

OtherVehicle other(double x_m, double y_m, double yaw_rad, double vx_mps) {
    return gateway::as_other(at(x_m, y_m, yaw_rad, vx_mps));
}

std::optional<gateway::VehicleAhead> look(const Route* route, const plant::State& own,
                                          const std::vector<OtherVehicle>& others) {
    gateway::Feedback feedback;
    feedback.state = own;
    gateway::RouteTracker tracker(route);
    tracker.follow(feedback);
    return nearest_ahead(own, tracker.trajectory().nearest, others);
}

TEST_CASE(
    "the nearest vehicle in the lane ahead is found, not one beside or behind the ego vehicle") {
    const Route route({{0, 0}, {100, 0}, {200, 0}});
    const auto sut = look(
        &route, at(50, 0, 0, 20),
        {other(120, 0, 0, 9), other(80, 1.7, 0, 15), other(60, 1.8, 0, 1), other(40, 0, 0, 30)});
    REQUIRE(sut);
    CHECK(sut->distance_m == doctest::Approx(30));
    CHECK(sut->speed_mps == doctest::Approx(15));
    CHECK_FALSE(look(&route, at(150, 0, 0, 20), {other(120, 0, 0, 9)}));
    CHECK_FALSE(look(&route, at(150, 0, 0, 20), {}));
}

TEST_CASE("an oncoming vehicle has a negative speed, a crossing one a small one") {
    const Route route({{0, 0}, {100, 0}});
    using plant::pi;
    CHECK(look(&route, at(0, 0, 0, 5), {other(30, 0, pi, 10)})->speed_mps == doctest::Approx(-10));
    CHECK(look(&route, at(0, 0, 0, 5), {other(30, 0, pi / 3, 10)})->speed_mps ==
          doctest::Approx(5));
}

TEST_CASE(
    "on a bend the distance is along the route, where a straight line would miss the vehicle") {
    std::vector<gateway::Point> circle;
    const double radius_m = 30;
    for (double angle = 0; angle < 2; angle += 0.1)
        circle.push_back({radius_m * std::sin(angle), radius_m - radius_m * std::cos(angle)});
    const Route route(circle);
    const auto place = other(radius_m * std::sin(1.0), radius_m - radius_m * std::cos(1.0), 1.0, 7);
    const auto sut = look(&route, at(0, 0, 0, 5), {place});
    REQUIRE(sut);
    CHECK(sut->distance_m == doctest::Approx(radius_m).epsilon(1e-3));
    CHECK(sut->speed_mps == doctest::Approx(7).epsilon(1e-3));
    CHECK_FALSE(look(nullptr, at(0, 0, 0, 5), {place}));
}

TEST_CASE("without a route the path is straight ahead of the vehicle") {
    const double yaw = 0.7;
    const auto in_front = [&](double ahead_m, double left_m, double speed_mps) {
        return other(3 + ahead_m * std::cos(yaw) - left_m * std::sin(yaw),
                     4 + ahead_m * std::sin(yaw) + left_m * std::cos(yaw), yaw, speed_mps);
    };
    const auto sut = look(nullptr, at(3, 4, yaw, 5),
                          {in_front(25, -1.7, 6), in_front(10, 1.8, 7), in_front(-5, 0, 8)});
    REQUIRE(sut);
    CHECK(sut->distance_m == doctest::Approx(25));
    CHECK(sut->speed_mps == doctest::Approx(6));
}

TEST_CASE("the nearest vehicle of each sector around the ego vehicle is found") {
    const double yaw = 3.0;  // the sectors wrap around with the angle
    const auto at_bearing = [&](double bearing_deg, double range_m) {
        const double direction = yaw + bearing_deg / plant::deg_per_rad;
        return other(3 + range_m * std::cos(direction), 4 + range_m * std::sin(direction), 0, 0);
    };
    const auto sut = gateway::surroundings(
        at(3, 4, yaw, 5), {},
        {at_bearing(0, 30), at_bearing(22, 20), at_bearing(-22, 25), at_bearing(23, 10),
         at_bearing(180, 40), at_bearing(-90, 50), at_bearing(-46, 60)});
    using gateway::nothing_ahead_m;
    const gateway::Ranges wanted{20, 10, nothing_ahead_m, nothing_ahead_m, 40, nothing_ahead_m,
                                 50, 60};
    for (std::size_t i = 0; i < wanted.size(); ++i)
        CHECK(sut.range_m[i] == doctest::Approx(wanted[i]));
    REQUIRE(sut.ahead);
    CHECK(sut.ahead->distance_m == doctest::Approx(30));
}

}  // namespace vehicle_ahead_test

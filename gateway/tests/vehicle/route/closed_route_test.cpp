// SPDX-License-Identifier: MIT
#include "route/manoeuvre_start.hpp"
#include "route/route.hpp"
#include "route/route_place.hpp"
#include "route/vehicle_ahead.hpp"

#include <plant/angle.hpp>
#include <plant/scenario.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>

namespace closed_route_test {

using namespace gateway;

constexpr double radius_m = 40;

Route circle() {
    plant::Scenario scenario;
    scenario.course.kind = plant::CourseKind::circle;
    scenario.course.radius_m = radius_m;
    scenario.initial_speed_mps = 10;
    return course_route(scenario);
}

RoutePlace place_of(const Route& route, double x_m, double y_m) {
    const Route::Nearest nearest = route.nearest(x_m, y_m);
    return {&route, nearest.place.piece, nearest.place.t};
}

TEST_CASE("a circle starts along x, has its centre on the left, and is smooth at its start") {
    const Route route = circle();
    CHECK(route.is_closed());
    CHECK(route.initial_yaw_rad() == doctest::Approx(0).epsilon(1e-6));
    CHECK(route.curve().length_m() == doctest::Approx(2 * plant::pi * radius_m).epsilon(1e-4));
    for (double angle_rad = -0.2; angle_rad < 0.2; angle_rad += 0.01) {
        const double x_m = (radius_m + 1) * std::sin(angle_rad);
        const double y_m = radius_m - (radius_m + 1) * std::cos(angle_rad);
        CHECK(route.nearest(x_m, y_m).distance_m == doctest::Approx(1).epsilon(1e-3));
        CHECK(cross_track_error_m(place_of(route, x_m, y_m), {x_m, y_m}) ==
              doctest::Approx(-1).epsilon(1e-3));
        CHECK(curvature_ahead_per_m(place_of(route, x_m, y_m)) ==
              doctest::Approx(1 / radius_m).epsilon(1e-2));
    }
}

TEST_CASE("a closed route has no end: its trajectory continues at the start") {
    const Route route = circle();
    const std::size_t last = route.points().size() - 2;
    const Trajectory ahead = trajectory_ahead(route, last);
    CHECK(ahead.length == Trajectory::size);
    CHECK(ahead.x_m[1] == doctest::Approx(0));
    CHECK(ahead.y_m[1] == doctest::Approx(0));
    CHECK(ahead.x_m[2] == doctest::Approx(route.points()[1].x_m));
    CHECK_FALSE(is_at_end({&route, last, 1}));
    CHECK(distance_to_end_m({&route, last, 1}) == nothing_ahead_m);
}

TEST_CASE("a vehicle beyond the start of a closed route is ahead") {
    const Route route = circle();
    plant::State own;
    own.position_m = {-3, 0.1, 0};
    const auto ahead = nearest_ahead(own, place_of(route, -3, 0.1), {{{4, 0.2}, {5, 0}}});
    REQUIRE(ahead);
    CHECK(ahead->distance_m == doctest::Approx(7).epsilon(0.02));
}

TEST_CASE("a closed route needs three points, and a last one equal to the first is that one") {
    CHECK_THROWS_AS(Route({{0, 0}, {10, 0}}, Interpolation::spline, {}, true),
                    std::invalid_argument);
    const std::vector<Point> triangle{{0, 0}, {10, 0}, {5, 8}};
    std::vector<Point> repeated = triangle;
    repeated.push_back(triangle.front());
    CHECK(Route(triangle, Interpolation::linear, {}, true).points().size() == 4);
    CHECK(Route(repeated, Interpolation::linear, {}, true).points().size() == 4);
}

TEST_CASE("a manoeuvre starts at its cones, or when its speed has settled") {
    using std::chrono::milliseconds;
    plant::Scenario step;
    step.steer.shape = plant::SteerShape::step;
    step.initial_speed_mps = 20;
    plant::State state;
    state.velocity_mps.x() = 20;
    CHECK(ManoeuvreStart(step).time_in(SimTime{0}, state) == SimTime{0});
    ManoeuvreStart later(step);
    state.velocity_mps.x() = 15;
    CHECK_FALSE(later.time_in(SimTime{0}, state));
    state.velocity_mps.x() = 20.1;
    CHECK_FALSE(later.time_in(milliseconds(500), state));
    CHECK_FALSE(later.time_in(milliseconds(1400), state));
    CHECK(later.time_in(milliseconds(1500), state) == SimTime{0});
    CHECK(later.time_in(milliseconds(1700), state) == milliseconds(200));
    plant::Scenario lanes;
    lanes.course.kind = plant::CourseKind::iso_3888_1;
    ManoeuvreStart start(lanes);
    state.position_m.x() = -1;
    CHECK_FALSE(start.time_in(SimTime{0}, state));
    state.position_m.x() = 0.1;
    CHECK(start.time_in(milliseconds(100), state) == SimTime{0});
}

}  // namespace closed_route_test

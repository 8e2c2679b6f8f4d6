// SPDX-License-Identifier: MIT
#include "route/route_place.hpp"

#include "scratch_file.hpp"

#include "binding/signal_functions.hpp"
#include "route/route_tracker.hpp"

#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace route_place_test {

using gateway::Interpolation;
using gateway::Point;
using gateway::Route;
using gateway::tests::ScratchFile;

using plant::pi;
constexpr double radius_m = 50;

/// The position at a distance along a circle to the left, which begins at the origin along x, and
/// at an offset to its left.
Point on_circle(double way_m, double left_m = 0) {
    const double angle = way_m / radius_m, r = radius_m - left_m;
    return {r * std::sin(angle), radius_m - r * std::cos(angle)};
}

std::vector<Point> circle(double length_m) {
    std::vector<Point> points;
    for (double way = 0; way < length_m + 1e-9; way += 4) points.push_back(on_circle(way));
    return points;
}

/// The value of one signal for a vehicle at that position on that route.
double shown(const Route* route, const char* signal, const Point& at, double yaw_rad = 0) {
    gateway::Feedback feedback;
    feedback.state.position_m = {at.x_m, at.y_m, 0};
    feedback.state.yaw_rad = yaw_rad;
    gateway::RouteTracker tracker(route);
    tracker.follow(feedback);
    double value = 0;
    gateway::find_input_signal(signal)->function({feedback, tracker.trajectory()}, &value);
    return value;
}

TEST_CASE("on a circle, errors, curvature and remaining distance are those of the circle") {
    const Route route(circle(80));
    for (double way = 0; way <= 68; way += 1.7)
        for (const double left : {-1.5, 0.0, 1.5}) {
            CAPTURE(way);
            CAPTURE(left);
            const Point at = on_circle(way, left);
            const double along = way / radius_m;
            CHECK(shown(&route, "cross_track_error", at) == doctest::Approx(left).epsilon(1e-3));
            CHECK(shown(&route, "heading_error", at, along + 0.1) ==
                  doctest::Approx(0.1 * 180 / pi).epsilon(1e-2));
            CHECK(shown(&route, "distance_to_end", at) == doctest::Approx(80 - way).epsilon(1e-4));
            CHECK(shown(&route, "curvature_ahead", at) ==
                  doctest::Approx(1 / radius_m).epsilon(1e-2));
            CHECK(shown(&route, "at_target", at) == 0);
        }
}

TEST_CASE("a right turn has a negative curvature, and a heading error is the smaller angle") {
    std::vector<Point> points = circle(80);
    for (Point& point : points) point.y_m = -point.y_m;
    const Route route(points);
    CHECK(shown(&route, "curvature_ahead", {0, 0}) == doctest::Approx(-1 / radius_m).epsilon(1e-2));
    const Route backwards({{0, 0}, {-10, 0}});
    CHECK(shown(&backwards, "heading_error", {-5, 0}, -pi + 0.01) ==
          doctest::Approx(0.01 * 180 / pi));
    CHECK(shown(&backwards, "cross_track_error", {-5, -2}) == doctest::Approx(2));
}

TEST_CASE("a corner of straight lines is a turn ahead until it is passed") {
    const Route route({{0, 0}, {20, 0}, {20, 20}}, Interpolation::linear);
    CHECK(shown(&route, "curvature_ahead", {5, 0}) == doctest::Approx(0));
    CHECK(shown(&route, "curvature_ahead", {15, 0}) == doctest::Approx(pi / 2 / 10));
    CHECK(shown(&route, "curvature_ahead", {20, 1}) == doctest::Approx(0));
    CHECK(shown(&route, "distance_to_end", {15, 1}) == doctest::Approx(25));
    CHECK(shown(&route, "cross_track_error", {23, -4}) == doctest::Approx(-5));
    CHECK(shown(&route, "cross_track_error", {18, 10}) == doctest::Approx(2));
}

TEST_CASE("before and after a route the errors are those of its straight continuation") {
    const Route route({{0, 0}, {10, 0}, {20, 0}});
    CHECK(shown(&route, "cross_track_error", {-5, 2}) == doctest::Approx(2));
    CHECK(shown(&route, "cross_track_error", {50, -3}) == doctest::Approx(-3));
    CHECK(shown(&route, "distance_to_end", {-5, 2}) == doctest::Approx(20));
    CHECK(shown(&route, "distance_to_end", {50, -3}) == 0);
    CHECK(shown(&route, "curvature_ahead", {50, -3}) == 0);
    CHECK(shown(&route, "at_target", {18.9, 0}) == 0);
    CHECK(shown(&route, "at_target", {19.1, 0}) == 1);
    CHECK(shown(&route, "at_target", {50, 0}) == 1);
}

TEST_CASE("the speed limit of a route holds from each point to the next") {
    const ScratchFile file(".csv",
                           "x_m,y_m,speed_limit_mps\n0,0,10\n0.001,0,99\n10,0,20\n20,0,5\n");
    const Route route = gateway::load_route(file.path(), {});
    CHECK(shown(&route, "speed_limit", {3, 1}) == doctest::Approx(36));
    CHECK(shown(&route, "speed_limit", {13, 1}) == doctest::Approx(72));
    const Route unlimited({{0, 0}, {10, 0}});
    CHECK(shown(&unlimited, "speed_limit", {3, 1}) == doctest::Approx(1000));
}

TEST_CASE("without a route nothing is ahead and all errors are zero") {
    CHECK(shown(nullptr, "cross_track_error", {3, 1}) == 0);
    CHECK(shown(nullptr, "heading_error", {3, 1}, 2) == 0);
    CHECK(shown(nullptr, "curvature_ahead", {3, 1}) == 0);
    CHECK(shown(nullptr, "distance_to_end", {3, 1}) == 1e6);
    CHECK(shown(nullptr, "at_target", {3, 1}) == 0);
    CHECK(shown(nullptr, "speed_limit", {3, 1}) == doctest::Approx(1000));
}

TEST_CASE("the position at a distance along a curve is found") {
    const Route route(circle(80));
    for (double way = 0; way <= 80; way += 0.9) {
        const auto at = route.curve().at_way(way);
        const Point sut = route.curve().point(at), expected = on_circle(way);
        CHECK(sut.x_m == doctest::Approx(expected.x_m).epsilon(1e-3));
        CHECK(sut.y_m == doctest::Approx(expected.y_m).epsilon(1e-3));
        CHECK(route.curve().way_m(at) == doctest::Approx(way));
    }
    CHECK(route.curve().at_way(-3).t == 0);
    CHECK(route.curve().way_m(route.curve().at_way(300)) == route.curve().length_m());
}

}  // namespace route_place_test

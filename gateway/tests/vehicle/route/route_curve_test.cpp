// SPDX-License-Identifier: MIT
#include "route/route.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace route_curve_test {

using gateway::Interpolation;
using gateway::Point;
using gateway::Route;

constexpr double radius_m = 20;

Point on_circle(double way_m, double off_m = 0) {
    const double angle = way_m / radius_m;
    return {(radius_m + off_m) * std::sin(angle), radius_m - (radius_m + off_m) * std::cos(angle)};
}

/// The largest error of the distance from an arc, at positions up to `off_m` beside it.
double circle_error_m(const Route& sut, double from_m, double to_m, double off_m) {
    double worst = 0;
    for (double way = from_m; way <= to_m; way += 0.05)
        for (const double off : {-off_m, 0.0, off_m}) {
            const Point place = on_circle(way, off);
            const double distance = sut.nearest(place.x_m, place.y_m).distance_m;
            worst = std::max(worst, std::abs(distance - std::abs(off)));
        }
    return worst;
}

TEST_CASE("a vehicle on the circle of a route has no distance from the route") {
    std::vector<Point> points;
    for (int i = 0; i <= 20; ++i) points.push_back(on_circle(4.0 * i));
    CHECK(circle_error_m(Route(points), 0, 80, 1.5) < 1e-4);
    CHECK(circle_error_m(Route(points, Interpolation::linear), 0, 80, 1.5) > 0.09);
}

TEST_CASE("points at uneven distances give the same circle") {
    std::vector<Point> points;
    for (int i = 0; i <= 20; ++i) points.push_back(on_circle(4.0 * i + (i % 2 == 0 ? 0 : 1.2)));
    CHECK(circle_error_m(Route(points), 0, 80, 1.5) < 0.01);
    CHECK(circle_error_m(Route(points, Interpolation::linear), 0, 80, 1.5) > 0.15);
}

TEST_CASE("a straight stays straight beside a bend, with points at any distance") {
    std::vector<Point> points{{-400, 0}, {-200, 0}};
    for (int i = 0; i <= 6; ++i) points.push_back(on_circle(5.0 * i));
    const Route sut(points);
    for (double x = -400; x <= 0; x += 0.5) CHECK(sut.nearest(x, 0).distance_m < 1e-6);
    CHECK(circle_error_m(sut, 0, 5, 0) < 0.1);
    CHECK(circle_error_m(sut, 5, 30, 0) < 0.03);
}

TEST_CASE("a corner is a corner") {
    const auto same_as_lines = [](const std::vector<Point>& points) {
        const Route sut(points), lines(points, Interpolation::linear);
        for (double x = -5; x <= 60; x += 0.5)
            for (double y = -5; y <= 60; y += 0.5)
                if (sut.nearest(x, y).distance_m != lines.nearest(x, y).distance_m) return false;
        return true;
    };
    CHECK(same_as_lines({{0, 0}, {10, 0}, {20, 0}, {30, 0}, {30, 10}, {30, 20}, {30, 30}}));
    CHECK(same_as_lines({{0, 0}, {20, 0}, {40, 0}, {50, 4}, {60, 8}, {70, 12}}));
    CHECK(same_as_lines({{0, 0}, {40, 0}, {50, 20}}));
    CHECK(same_as_lines({{0, 0}, {40, 30}}));
    CHECK_FALSE(same_as_lines({{0, 0}, {10, 0}, {19, 4}, {26, 11}, {30, 20}, {30, 30}}));
}

TEST_CASE("the distance continues without a jump from one segment to the next") {
    std::vector<Point> points;
    for (int i = 0; i <= 20; ++i)
        points.push_back({4.0 * i, 6 * std::sin(0.15 * i) + 0.05 * (i % 3)});
    const Route sut(points);
    constexpr double step_m = 0.01;
    double before = sut.nearest(0, 1).distance_m;
    for (double x = step_m; x < 80; x += step_m) {
        const double distance = sut.nearest(x, 1).distance_m;
        REQUIRE(std::abs(distance - before) <= step_m * 1.01);
        before = distance;
    }
}

TEST_CASE("a program receives the points of the route file, whatever the interpolation") {
    const std::vector<Point> points{{0, 0}, {10, 0}, {19, 4}, {26, 11}, {30, 20}};
    const Route spline(points), lines(points, Interpolation::linear);
    for (double x = -5; x < 40; x += 0.7)
        for (double y = -5; y < 30; y += 0.7)
            REQUIRE(spline.nearest(x, y).segment == lines.nearest(x, y).segment);
    const auto shown = trajectory_ahead(spline, 1);
    CHECK(shown.length == 4);
    CHECK(shown.x_m[1] == 19);
    CHECK(shown.y_m[1] == 4);
}

}  // namespace route_curve_test

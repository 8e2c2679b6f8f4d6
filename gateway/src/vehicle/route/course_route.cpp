// SPDX-License-Identifier: MIT
#include "route.hpp"

#include <plant/angle.hpp>
#include <plant/manoeuvre.hpp>
#include <plant/scenario.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace gateway {
namespace {

/// The points of a controller's trajectory reach two seconds ahead.
double apart_m(double speed_mps) {
    constexpr double apart_s = 2.0 / Trajectory::size, least_m = 1.0, most_m = 5.0;
    return std::clamp(apart_s * speed_mps, least_m, most_m);
}

/// To the left of the start.
Route circle(double radius_m, double speed_mps) {
    constexpr int fewest = 36;
    const int points = std::max(
        fewest, static_cast<int>(std::ceil(2 * plant::pi * radius_m / apart_m(speed_mps))));
    std::vector<Point> on_circle;
    for (int i = 0; i < points; ++i) {
        const double angle_rad = 2 * plant::pi * i / points;
        on_circle.push_back({radius_m * std::sin(angle_rad), radius_m * (1 - std::cos(angle_rad))});
    }
    return Route(on_circle, Interpolation::spline, {}, true);
}

}  // namespace

Route course_route(const plant::Scenario& manoeuvre, double start_x_m) {
    const plant::CourseKind kind = manoeuvre.course.kind;
    const double speed_mps = manoeuvre.initial_speed_mps;
    if (kind == plant::CourseKind::none && manoeuvre.steer.shape == plant::SteerShape::none)
        throw std::invalid_argument(
            "has neither a course, such as iso_3888_1 has, nor a steering movement, such as "
            "iso_7401_sine has");
    if (kind == plant::CourseKind::circle) return circle(manoeuvre.course.radius_m, speed_mps);
    const double step_m = apart_m(speed_mps);
    const double end_m = speed_mps * manoeuvre.duration_s + 2 * step_m;
    std::vector<Point> points;
    for (double x_m = std::min(start_x_m, 0.0); x_m < end_m; x_m += step_m)
        points.push_back({x_m, plant::course_middle_m(manoeuvre.course, x_m)});
    return Route(points, Interpolation::spline, std::vector<double>(points.size(), speed_mps));
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "route.hpp"

#include <plant/manoeuvre.hpp>
#include <plant/scenario.hpp>

#include <stdexcept>

namespace gateway {

Route course_route(const plant::Scenario& manoeuvre) {
    const plant::CourseKind kind = manoeuvre.course.kind;
    if (kind == plant::CourseKind::none || kind == plant::CourseKind::circle)
        throw std::invalid_argument(
            "has no course with a start and an end, such as iso_3888_1 has, that a program could "
            "drive");
    constexpr double apart_m = 1.0;
    const double length_m = manoeuvre.initial_speed_mps * manoeuvre.duration_s + apart_m;
    std::vector<Point> points;
    for (double x_m = 0.0; x_m < length_m; x_m += apart_m)
        points.push_back({x_m, plant::course_middle_m(manoeuvre.course, x_m)});
    return Route(points);
}

}  // namespace gateway

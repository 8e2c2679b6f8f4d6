// SPDX-License-Identifier: MIT
#include "route.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gateway {
namespace {

constexpr double closest_points_m = 0.01;

double distance_squared_to_segment(const Point& a, const Point& b, double x_m, double y_m) {
    const double dx = b.x_m - a.x_m, dy = b.y_m - a.y_m;
    const double along = ((x_m - a.x_m) * dx + (y_m - a.y_m) * dy) / (dx * dx + dy * dy);
    const double t = std::clamp(along, 0.0, 1.0);
    const double ex = x_m - (a.x_m + t * dx), ey = y_m - (a.y_m + t * dy);
    return ex * ex + ey * ey;
}

}  // namespace

Route::Route(const std::vector<Point>& points) {
    points_.reserve(points.size());
    for (const Point& point : points) {
        const bool is_new =
            points_.empty() || std::hypot(point.x_m - points_.back().x_m,
                                          point.y_m - points_.back().y_m) >= closest_points_m;
        if (is_new) points_.push_back(point);
    }
    if (points_.size() < 2) throw RouteError("a route needs at least two different points");
}

Route::Nearest Route::nearest(double x_m, double y_m) const {
    Nearest best{0, std::numeric_limits<double>::infinity()};
    for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
        const double squared = distance_squared_to_segment(points_[i], points_[i + 1], x_m, y_m);
        if (squared < best.distance_m) best = {i, squared};
    }
    best.distance_m = std::sqrt(best.distance_m);
    return best;
}

double Route::initial_yaw_rad() const {
    return std::atan2(points_[1].y_m - points_[0].y_m, points_[1].x_m - points_[0].x_m);
}

Trajectory trajectory_ahead(const Route& route, std::size_t segment) {
    Trajectory result;
    const std::vector<Point>& points = route.points();
    const std::size_t end = std::min(points.size(), segment + Trajectory::size);
    for (std::size_t i = segment; i < end; ++i) {
        result.x_m[i - segment] = points[i].x_m;
        result.y_m[i - segment] = points[i].y_m;
    }
    result.length = static_cast<int>(end - segment);
    return result;
}

}  // namespace gateway

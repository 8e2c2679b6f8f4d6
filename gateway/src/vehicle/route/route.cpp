// SPDX-License-Identifier: MIT
#include "route.hpp"

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

constexpr double closest_points_m = 0.01;

}  // namespace

Route::Route(const std::vector<Point>& points, Interpolation interpolation,
             const std::vector<double>& speed_limits_mps) {
    points_.reserve(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Point& point = points[i];
        const bool is_new =
            points_.empty() || std::hypot(point.x_m - points_.back().x_m,
                                          point.y_m - points_.back().y_m) >= closest_points_m;
        if (!is_new) continue;
        points_.push_back(point);
        if (i < speed_limits_mps.size()) speed_limits_mps_.push_back(speed_limits_mps[i]);
    }
    if (points_.size() < 2)
        throw std::invalid_argument("a route needs at least two different points");
    search_ = SegmentSearch(points_);
    curve_.emplace(points_, interpolation);
}

Route::Nearest Route::nearest(double x_m, double y_m) const {
    const std::size_t segment = search_.nearest(points_, {x_m, y_m});
    const RouteCurve::Nearest nearest = curve_->nearest(segment, {x_m, y_m});
    return {segment, std::sqrt(nearest.squared_distance_m2), nearest};
}

std::optional<double> Route::speed_limit_mps(std::size_t point) const {
    if (point >= speed_limits_mps_.size()) return std::nullopt;
    return speed_limits_mps_[point];
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

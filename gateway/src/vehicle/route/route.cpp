// SPDX-License-Identifier: MIT
#include "route.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gateway {
namespace {

constexpr std::size_t group_size = 16;
/// Tolerance for rounding: a box must not be excluded because of it.
constexpr double rounding_share = 1e-9, rounding_m2 = 1e-9;

struct Found {
    std::size_t segment = 0;
    double squared_distance_m2 = std::numeric_limits<double>::infinity();
};

/// The nearest of the segments of a group and of the best one before.
Found nearer(Found best, const std::vector<Point>& points, std::size_t group, const Point& place) {
    const std::size_t end = std::min((group + 1) * group_size, points.size() - 1);
    for (std::size_t i = group * group_size; i < end; ++i) {
        const double squared = squared_distance_m2(points[i], points[i + 1], place);
        if (squared < best.squared_distance_m2) best = {i, squared};
    }
    return best;
}

double outside_m(double lowest, double highest, double value) {
    return std::max({lowest - value, value - highest, 0.0});
}

constexpr double closest_points_m = 0.01;

}  // namespace

SegmentSearch::SegmentSearch(const std::vector<Point>& points) {
    for (std::size_t first = 0; first + 1 < points.size(); first += group_size) {
        Box box{points[first], points[first]};
        const std::size_t last = std::min(first + group_size, points.size() - 1);
        for (std::size_t i = first; i <= last; ++i) {
            box.lowest.x_m = std::min(box.lowest.x_m, points[i].x_m);
            box.lowest.y_m = std::min(box.lowest.y_m, points[i].y_m);
            box.highest.x_m = std::max(box.highest.x_m, points[i].x_m);
            box.highest.y_m = std::max(box.highest.y_m, points[i].y_m);
        }
        boxes_.push_back(box);
    }
}

std::size_t SegmentSearch::nearest(const std::vector<Point>& points, const Point& place) const {
    const auto least_m2 = [&](const Box& box) {
        const double dx = outside_m(box.lowest.x_m, box.highest.x_m, place.x_m);
        const double dy = outside_m(box.lowest.y_m, box.highest.y_m, place.y_m);
        return dx * dx + dy * dy;
    };
    std::size_t likely = 0;
    double likely_m2 = std::numeric_limits<double>::infinity();
    for (std::size_t group = 0; group < boxes_.size(); ++group) {
        const double least = least_m2(boxes_[group]);
        if (least < likely_m2) {
            likely = group;
            likely_m2 = least;
        }
    }
    const double bound_m2 = nearer({}, points, likely, place).squared_distance_m2;
    const double limit_m2 = bound_m2 * (1 + rounding_share) + rounding_m2;
    Found best;  // groups are in order, since the first of equally near segments is the result
    for (std::size_t group = 0; group < boxes_.size(); ++group)
        if (least_m2(boxes_[group]) <= limit_m2) best = nearer(best, points, group, place);
    return best.segment;
}

Route::Route(const std::vector<Point>& points, Interpolation interpolation,
             const std::vector<double>& speed_limits_mps, bool is_closed) {
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
    if (is_closed) close();
    search_ = SegmentSearch(points_);
    curve_.emplace(points_, interpolation, is_closed);
}

void Route::close() {
    const Point first = points_.front(), last = points_.back();
    if (std::hypot(first.x_m - last.x_m, first.y_m - last.y_m) < closest_points_m) {
        points_.back() = first;
    } else {
        points_.push_back(first);
        if (!speed_limits_mps_.empty()) speed_limits_mps_.push_back(speed_limits_mps_.front());
    }
    if (points_.size() < 4)
        throw std::invalid_argument("a closed route needs at least three different points");
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
    if (is_closed()) return curve_->direction_rad({});
    return std::atan2(points_[1].y_m - points_[0].y_m, points_[1].x_m - points_[0].x_m);
}

Trajectory trajectory_ahead(const Route& route, std::size_t segment) {
    Trajectory result;
    const std::vector<Point>& points = route.points();
    const std::size_t lap = route.is_closed() ? points.size() - 1 : points.size();
    const std::size_t left = route.is_closed() ? lap : points.size() - segment;
    const std::size_t length = std::min(left, Trajectory::size);
    for (std::size_t i = 0; i < length; ++i) {
        const Point& point = points[(segment + i) % lap];
        result.x_m[i] = point.x_m;
        result.y_m[i] = point.y_m;
    }
    result.length = static_cast<int>(length);
    return result;
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "pursuit.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace {

constexpr double cruise_mps = 10;
constexpr double lateral_mps2 = 2;
constexpr double braking_mps2 = 1;
constexpr double most_accel_mps2 = 1.5, most_braking_mps2 = 2.5;
constexpr double gain_1ps = 1;
constexpr double wheelbase_m = 2.74;  ///< of Autoware's vehicle
constexpr double least_lookahead_m = 5, lookahead_s = 1;
constexpr double stop_before_end_m = 1;
constexpr std::size_t most_segments_passed = 10;
constexpr double at_rest_mps = 0.05;
/// Below this speed the brake holds the vehicle, which creeps otherwise.
constexpr double stopping_mps = 0.2;

double distance(const Place& a, const Place& b) {
    return std::hypot(b.x_m - a.x_m, b.y_m - a.y_m);
}

/// Speed at which a bend through three points has the desired lateral acceleration.
double bend_speed(const Place& a, const Place& b, const Place& c) {
    const double twice_area =
        std::abs((b.x_m - a.x_m) * (c.y_m - a.y_m) - (b.y_m - a.y_m) * (c.x_m - a.x_m));
    const double curvature =
        2 * twice_area / std::max(1e-9, distance(a, b) * distance(b, c) * distance(a, c));
    return std::min(cruise_mps, std::sqrt(lateral_mps2 / std::max(curvature, 1e-9)));
}

}  // namespace

Pursuit::Pursuit(const std::string& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        Place place;
        char comma = 0;
        const bool is_read = !!(std::istringstream(line) >> place.x_m >> comma >> place.y_m);
        if (!is_read || comma != ',')
            throw std::runtime_error(file + ": '" + line + "' is not a point of a route");
        if (points_.empty() || distance(points_.back(), place) > 0) points_.push_back(place);
    }
    if (points_.size() < 3) throw std::runtime_error(file + ": needs three points at least");
    along_m_.assign(1, 0);
    curve_speed_.assign(points_.size(), cruise_mps);
    for (std::size_t i = 1; i < points_.size(); ++i) {
        along_m_.push_back(along_m_.back() + distance(points_[i - 1], points_[i]));
        if (i + 1 < points_.size())
            curve_speed_[i] = bend_speed(points_[i - 1], points_[i], points_[i + 1]);
    }
}

/// Searches forwards only, so that a route may cross itself.
double Pursuit::along(const Place& place) {
    double nearest = 0, best_m = -1;
    const std::size_t last = std::min(segment_ + most_segments_passed, points_.size() - 2);
    for (std::size_t i = segment_; i <= last; ++i) {
        const Place &a = points_[i], &b = points_[i + 1];
        const double length = distance(a, b);
        const double t = std::clamp(
            ((place.x_m - a.x_m) * (b.x_m - a.x_m) + (place.y_m - a.y_m) * (b.y_m - a.y_m)) /
                (length * length),
            0.0, 1.0);
        const double away_m =
            distance(place, {a.x_m + t * (b.x_m - a.x_m), a.y_m + t * (b.y_m - a.y_m)});
        if (best_m >= 0 && away_m >= best_m) continue;
        best_m = away_m;
        segment_ = i;
        nearest = along_m_[i] + t * length;
    }
    return nearest;
}

Place Pursuit::place_at(double along_m) const {
    const auto after = std::upper_bound(along_m_.begin(), along_m_.end() - 1, along_m);
    const auto i = std::max<std::ptrdiff_t>(1, after - along_m_.begin());
    const auto a = static_cast<std::size_t>(i - 1), b = static_cast<std::size_t>(i);
    const double t =
        (along_m - along_m_[a]) / (along_m_[b] - along_m_[a]);  // past the end: straight on
    return {points_[a].x_m + t * (points_[b].x_m - points_[a].x_m),
            points_[a].y_m + t * (points_[b].y_m - points_[a].y_m)};
}

double Pursuit::allowed_speed(double along_m) const {
    const double left_m = std::max(0.0, along_m_.back() - stop_before_end_m - along_m);
    double allowed = std::min(cruise_mps, std::sqrt(2 * braking_mps2 * left_m));
    for (std::size_t i = segment_; i < points_.size(); ++i) {
        const double until_m = std::max(0.0, along_m_[i] - along_m);
        allowed = std::min(
            allowed, std::sqrt(curve_speed_[i] * curve_speed_[i] + 2 * braking_mps2 * until_m));
    }
    return allowed;
}

Wanted Pursuit::update(const Seen& seen) {
    const double along_m = along(seen.at);
    const double lookahead_m = std::max(least_lookahead_m, lookahead_s * seen.speed_mps);
    const Place target = place_at(along_m + lookahead_m);
    const double bearing_rad =
        std::atan2(target.y_m - seen.at.y_m, target.x_m - seen.at.x_m) - seen.yaw_rad;
    Wanted wanted;
    wanted.speed_mps = allowed_speed(along_m);
    wanted.accel_mps2 = std::clamp(gain_1ps * (wanted.speed_mps - seen.speed_mps),
                                   -most_braking_mps2, most_accel_mps2);
    if (wanted.speed_mps < stopping_mps) wanted.accel_mps2 = -most_braking_mps2;
    wanted.steer_rad =
        std::atan(2 * wheelbase_m * std::sin(bearing_rad) / distance(seen.at, target));
    wanted.is_at_end = along_m >= along_m_.back() - 2 * stop_before_end_m &&
                       std::abs(seen.speed_mps) < at_rest_mps;
    return wanted;
}

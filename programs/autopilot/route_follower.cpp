// SPDX-License-Identifier: MIT
#include "route_follower.hpp"

#include <algorithm>
#include <cmath>

namespace autopilot {
namespace {

const double wheelbase_m = 2.7;
const double lookahead_min_m = 3.5;
const double lookahead_s = 0.35;
const double lateral_limit_mps2 = 2.5;
const double deceleration_mps2 = 2.0;
const double steering_limit_deg = 30;
const double stop_before_end_m = 1.0;
const double longest_cycle_s = 60;

struct Point {
    double x, y;
};

Point point(const Inputs& in, int i) {
    return Point{in.trajectory_x_m[i], in.trajectory_y_m[i]};
}

double distance(Point a, Point b) {
    return std::hypot(b.x - a.x, b.y - a.y);
}

double clamp(double value, double low, double high) {
    return std::min(std::max(value, low), high);
}

bool is_finite(const Inputs& in) {
    bool result = std::isfinite(in.velocity_kmh) && std::isfinite(in.x_m) &&
                  std::isfinite(in.y_m) && std::isfinite(in.compass_deg);
    for (int i = 0; i < in.trajectory_length; ++i)
        result = result && std::isfinite(point(in, i).x) && std::isfinite(point(in, i).y);
    return result;
}

bool is_finite(const Outputs& out) {
    return std::isfinite(out.steering_deg) && std::isfinite(out.gas) && std::isfinite(out.braking);
}

/// Limits the length to 0 .. max_points; it is 0 if anything is not finite.
Inputs checked(Inputs in) {
    const int most = Inputs::max_points;
    in.trajectory_length = std::min(std::max(in.trajectory_length, 0), most);
    if (!is_finite(in)) in.trajectory_length = 0;
    return in;
}

Outputs full_braking() {
    Outputs out;
    out.braking = 1;
    return out;
}

/// Position of the vehicle along the first segment; the gateway makes that the nearest one.
double progress_m(const Inputs& in) {
    const Point a = point(in, 0), b = point(in, 1);
    const double length = distance(a, b);
    if (length <= 0) return 0;  // both points are equal
    const double along = ((in.x_m - a.x) * (b.x - a.x) + (in.y_m - a.y) * (b.y - a.y)) / length;
    return clamp(along, 0, length);
}

/// The point at that distance along the trajectory; past its end, straight on.
Point point_at(const Inputs& in, double along_m) {
    int i = 0;
    double length = distance(point(in, 0), point(in, 1));
    while (along_m > length && i + 2 < in.trajectory_length) {
        along_m -= length;
        ++i;
        length = distance(point(in, i), point(in, i + 1));
    }
    const Point a = point(in, i), b = point(in, i + 1);
    const double t = length > 0 ? along_m / length : 0;
    return Point{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

/// Curvature of the circle through three points (Menger), 1/m.
double curvature(Point a, Point b, Point c) {
    const double cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const double sides = distance(a, b) * distance(b, c) * distance(a, c);
    return sides > 0 ? 2 * std::abs(cross) / sides : 0;
}

/// The point that is steered for: the sine of its bearing, and its distance.
struct Pursuit {
    double sine, reach_m;
};

Pursuit pursue(const Inputs& in, double speed_mps) {
    const double lookahead_m = lookahead_min_m + lookahead_s * std::abs(speed_mps);
    const Point goal = point_at(in, progress_m(in) + lookahead_m);
    const double heading = in.compass_deg * pi / 180;
    const double to_goal = std::atan2(goal.y - in.y_m, goal.x - in.x_m);
    const double bearing = std::remainder(to_goal - heading, 2 * pi);
    return Pursuit{std::sin(bearing), std::max(distance(Point{in.x_m, in.y_m}, goal), 1.0)};
}

}  // namespace

double usable_time_s(double delta_s) {
    return delta_s > 0 && delta_s <= longest_cycle_s ? delta_s : 0;
}

double RouteFollower::steering_deg(const Inputs& in, double speed_mps) const {
    const Pursuit to = pursue(in, speed_mps);
    const double wheel = std::atan(wheelbase_m * 2 * to.sine / to.reach_m);
    return clamp(wheel * 180 / pi, -steering_limit_deg, steering_limit_deg);
}

Course RouteFollower::course(const Inputs& inputs) const {
    const Inputs in = checked(inputs);
    Course result;
    if (in.trajectory_length < 2) return result;  // nothing to follow
    const Pursuit to = pursue(in, in.velocity_kmh / 3.6);
    result.velocity_mps = allowed_speed(in);
    result.curvature = 2 * to.sine / to.reach_m;
    const bool is_usable = std::isfinite(result.velocity_mps) && std::isfinite(result.curvature);
    return is_usable ? result : Course();
}

double RouteFollower::allowed_speed(const Inputs& in) const {
    double ahead_m = -progress_m(in);
    double allowed = cruise_mps_;
    const auto slow_down_to = [&](double speed_mps, double distance_m) {
        const double room_m = std::max(distance_m, 0.0);
        allowed =
            std::min(allowed, std::sqrt(speed_mps * speed_mps + 2 * deceleration_mps2 * room_m));
    };
    for (int i = 0; i + 1 < in.trajectory_length; ++i) {
        if (i > 0) {
            const double bend = curvature(point(in, i - 1), point(in, i), point(in, i + 1));
            if (bend > 0) slow_down_to(std::sqrt(lateral_limit_mps2 / bend), ahead_m);
        }
        ahead_m += distance(point(in, i), point(in, i + 1));
    }
    slow_down_to(0, ahead_m - stop_before_end_m);  // the last known point: the end of the road
    return allowed;
}

Outputs RouteFollower::update(const Inputs& inputs, double delta_s) {
    const Inputs in = checked(inputs);
    if (in.trajectory_length < 2) return full_braking();  // nothing to follow
    const double speed_mps = in.velocity_kmh / 3.6;
    const double target_mps = allowed_speed(in);
    const double error_mps = target_mps - speed_mps;
    const double integral = clamp(integral_ + 0.05 * error_mps * usable_time_s(delta_s), 0, 0.3);
    const double effort = 0.4 * error_mps + integral;
    Outputs out;
    out.steering_deg = steering_deg(in, speed_mps);
    out.gas = clamp(effort, 0, 1);
    out.braking = target_mps < 0.2 ? 0.5 : clamp(-0.5 * effort, 0, 1);
    if (!is_finite(out)) return full_braking();  // the points are too far apart to compute with
    integral_ = integral;
    return out;
}

}  // namespace autopilot

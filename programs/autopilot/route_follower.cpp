// SPDX-License-Identifier: MIT
#include "route_follower.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace autopilot {
namespace {

// The car, a sedan.
const double wheelbase_m = 2.7;
const double centre_to_rear_axle_m = 1.5;
const double drift_s2_per_m = 0.009;  // sideslip of the rear axle per lateral acceleration
const double full_gas_mps2 = 3.1, full_braking_mps2 = 10;
const double steering_limit_deg = 30;

// The path.
const double lookahead_min_m = 2.5, lookahead_s = 0.38;
const double lateral_limit_mps2 = 2.5;
const double stop_before_end_m = 0.8;
const double reserve_m = 1.0;  // the same while further points follow

// The speed.
const double deceleration_mps2 = 2.5;
const double fading_s = 0.5;        // before a standstill the braking fades over this time
const double anticipation_s = 0.4;  // about the time by which the limited jerk delays the braking
const double fastest_rise_mps2 = 1.5, hardest_braking_mps2 = 6, holding_mps2 = 1.5;
const double gentle_mps3 = 1, quick_mps3 = 3;
const double standstill_mps = 0.05;
const double proportional_per_s = 1.2, integral_per_s2 = 0.2, largest_integral_mps2 = 1;
const double steady_mps2 = 0.5;  // it integrates only below this acceleration
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

/// Position of the vehicle along the first segment, which the gateway makes the nearest one, or
/// past the end of the trajectory.
double progress_m(const Inputs& in) {
    const Point a = point(in, 0), b = point(in, 1);
    const double length = distance(a, b);
    if (length <= 0) return 0;  // both points are equal
    const double along = ((in.x_m - a.x) * (b.x - a.x) + (in.y_m - a.y) * (b.y - a.y)) / length;
    return in.trajectory_length > 2 ? clamp(along, 0, length) : std::max(along, 0.0);
}

/// Between b (t = 0) and c (t = 1) on a smooth curve through a, b, c and d (E. Catmull and R. Rom,
/// A Class of Local Interpolating Splines, 1974).
double spline(double a, double b, double c, double d, double t) {
    return b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/// The point at that distance along a smooth curve through the trajectory; past its end, straight
/// on.
Point point_at(const Inputs& in, double along_m) {
    int i = 0;
    double length = distance(point(in, 0), point(in, 1));
    while (along_m > length && i + 2 < in.trajectory_length) {
        along_m -= length;
        ++i;
        length = distance(point(in, i), point(in, i + 1));
    }
    const double t = length > 0 ? along_m / length : 0;
    const Point b = point(in, i), c = point(in, i + 1);
    if (t > 1) return Point{b.x + t * (c.x - b.x), b.y + t * (c.y - b.y)};
    const bool is_first = i == 0, is_last = i + 2 == in.trajectory_length;
    const Point a = is_first ? Point{2 * b.x - c.x, 2 * b.y - c.y} : point(in, i - 1);
    const Point d = is_last ? Point{2 * c.x - b.x, 2 * c.y - b.y} : point(in, i + 2);
    return Point{spline(a.x, b.x, c.x, d.x, t), spline(a.y, b.y, c.y, d.y, t)};
}

/// Curvature of the circle through three points (Menger), 1/m.
double curvature(Point a, Point b, Point c) {
    const double cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const double sides = distance(a, b) * distance(b, c) * distance(a, c);
    return sides > 0 ? 2 * std::abs(cross) / sides : 0;
}

/// Curvature of the circle to the point that is steered for, 1/m, positive left. It begins at the
/// point of the car that moves where the car points to: at the rear axle, and at speed ahead of it.
double pursuit_curvature(const Inputs& in, double speed_mps) {
    const double behind_m = centre_to_rear_axle_m - drift_s2_per_m * speed_mps * speed_mps;
    const double lookahead_m = lookahead_min_m + lookahead_s * std::abs(speed_mps);
    const double heading = in.compass_deg * pi / 180;
    const Point from = {in.x_m - behind_m * std::cos(heading),
                        in.y_m - behind_m * std::sin(heading)};
    const Point goal = point_at(in, progress_m(in) - behind_m + lookahead_m);
    const double bearing = std::atan2(goal.y - from.y, goal.x - from.x) - heading;
    return 2 * std::sin(bearing) / std::max(distance(from, goal), 1.0);
}

/// The speed from which a car brakes evenly to `end_mps` within a distance, and fades the braking
/// out before a standstill.
double braking_curve_mps(double end_mps, double room_m) {
    const double fading_mps = deceleration_mps2 * fading_s;
    const double sum = end_mps + fading_mps;
    return std::sqrt(sum * sum + 2 * deceleration_mps2 * std::max(room_m, 0.0)) - fading_mps;
}

/// The speed at which a car may drive, and the deceleration that it needs.
class SpeedLimit {
  public:
    SpeedLimit(double cruise_mps, double present_mps)
        : speed_mps_(cruise_mps), soon_mps_(cruise_mps), present_mps_(present_mps) {}

    void slow_down_to(double end_mps, double room_m) {
        const double anticipated_m = anticipation_s * std::abs(present_mps_);
        const double now_mps = braking_curve_mps(end_mps, room_m);
        const double soon_mps = braking_curve_mps(end_mps, room_m - anticipated_m);
        speed_mps_ = std::min(speed_mps_, now_mps);
        if (soon_mps >= soon_mps_) return;
        soon_mps_ = soon_mps;
        const double fade = now_mps / (now_mps + deceleration_mps2 * fading_s);
        if (end_mps == 0)
            braking_mps2_ = deceleration_mps2 * fade * excess(now_mps);
        else
            braking_mps2_ = room_m > anticipated_m ? deceleration_mps2 * fade : 0;
    }

    double speed_mps() const { return speed_mps_; }
    double braking_mps2() const { return braking_mps2_; }

  private:
    /// A car that is too fast for the place must brake by the square of that more.
    double excess(double now_mps) const {
        const double ratio = now_mps > 0 ? clamp(present_mps_ / now_mps, 1, 2) : 1;
        return ratio * ratio;
    }

    double speed_mps_, soon_mps_, present_mps_;
    double braking_mps2_ = 0;
};

/// The limit of the bend at point `i`; none at the last point.
double bend_limit_mps(const Inputs& in, int i) {
    if (i + 1 >= in.trajectory_length) return std::numeric_limits<double>::infinity();
    const double bend = curvature(point(in, i - 1), point(in, i), point(in, i + 1));
    return bend > 0 ? std::sqrt(lateral_limit_mps2 / bend)
                    : std::numeric_limits<double>::infinity();
}

/// Bends limit the speed from the point before on. Where a bend opens, the limit rises evenly.
SpeedLimit speed_limit(const Inputs& in, double cruise_mps) {
    SpeedLimit result(cruise_mps, in.velocity_kmh / 3.6);
    const double progress = progress_m(in), first_m = distance(point(in, 0), point(in, 1));
    const double bend_mps = std::min(bend_limit_mps(in, 1), cruise_mps);
    const double rise_mps = std::min(bend_limit_mps(in, 2), cruise_mps) - bend_mps;
    const double share = first_m > 0 ? progress / first_m : 0;
    result.slow_down_to(bend_mps + share * std::max(rise_mps, 0.0), 0);
    double ahead_m = first_m;
    for (int i = 2; i < in.trajectory_length; ++i) {
        result.slow_down_to(bend_limit_mps(in, i), ahead_m - progress);
        ahead_m += distance(point(in, i - 1), point(in, i));
    }
    // The last point is the end of the road as far as it is known. While further points follow,
    // the limit must not jump when the trajectory moves on by a point.
    if (in.trajectory_length < Inputs::max_points)
        result.slow_down_to(0, ahead_m - progress - stop_before_end_m);
    else
        result.slow_down_to(braking_curve_mps(0, ahead_m - first_m - reserve_m), 0);
    return result;
}

}  // namespace

double usable_time_s(double delta_s) {
    return delta_s > 0 && delta_s <= longest_cycle_s ? delta_s : 0;
}

Course RouteFollower::course(const Inputs& inputs) const {
    const Inputs in = checked(inputs);
    Course result;
    if (in.trajectory_length < 2) return result;  // nothing to follow
    result.velocity_mps = speed_limit(in, cruise_mps_).speed_mps();
    result.curvature = pursuit_curvature(in, in.velocity_kmh / 3.6);
    const bool is_usable = std::isfinite(result.velocity_mps) && std::isfinite(result.curvature);
    return is_usable ? result : Course();
}

void RouteFollower::accelerate(double limit_mps, double braking_mps2, double speed_mps,
                               double dt_s) {
    const double error_mps = limit_mps - speed_mps;
    const bool is_arriving = limit_mps < standstill_mps;
    double wanted = proportional_per_s * error_mps - braking_mps2;
    if (braking_mps2 == 0 && std::abs(wanted) < steady_mps2)
        integral_ = clamp(integral_ + integral_per_s2 * error_mps * dt_s, 0, largest_integral_mps2);
    if (is_arriving && speed_mps < standstill_mps) wanted = -holding_mps2;
    wanted = clamp(wanted, -hardest_braking_mps2, fastest_rise_mps2);
    const double fall_mps3 = is_arriving ? gentle_mps3 : quick_mps3;
    const double rise_mps3 = acceleration_ < 0 ? quick_mps3 : gentle_mps3;
    acceleration_ += clamp(wanted - acceleration_, -fall_mps3 * dt_s, rise_mps3 * dt_s);
}

Outputs RouteFollower::update(const Inputs& inputs, double delta_s) {
    const Inputs in = checked(inputs);
    if (in.trajectory_length < 2) return full_braking();  // nothing to follow
    const double speed_mps = in.velocity_kmh / 3.6;
    const SpeedLimit limit = speed_limit(in, cruise_mps_);
    RouteFollower next = *this;
    next.accelerate(limit.speed_mps(), limit.braking_mps2(), speed_mps, usable_time_s(delta_s));
    const double effort_mps2 = next.acceleration_ + next.integral_;
    const double wheel = std::atan(wheelbase_m * pursuit_curvature(in, speed_mps));
    Outputs out;
    out.steering_deg = clamp(wheel * 180 / pi, -steering_limit_deg, steering_limit_deg);
    out.gas = clamp(effort_mps2 / full_gas_mps2, 0, 1);
    out.braking = effort_mps2 < 0 ? std::min(-effort_mps2 / full_braking_mps2, 1.0) : 0;
    if (!is_finite(out)) return full_braking();  // the points are too far apart to compute with
    *this = next;
    return out;
}

}  // namespace autopilot

// SPDX-License-Identifier: MIT
// The autopilot of programs/, an unmodified polling program, with another controller: a PI
// controller for steering that integrates over delta_sec, so that its output is wrong if it
// computes twice with one delta_sec. C++11.
#include "route_follower.hpp"

#include <cmath>

namespace autopilot {
namespace {

const double lookahead_m = 9;
const double proportional = 0.6;  // deg of steering per deg of bearing
const double integral_per_s = 0.3;
const double steering_limit_deg = 30;

double clamp(double value, double limit) {
    return std::fmax(-limit, std::fmin(limit, value));
}

/// The fraction from `a` to `b` at which the line leaves the circle around the car; outside 0..1 if
/// it does not.
double leaves_at(const Inputs& in, int a, double& dx, double& dy) {
    const double from_x = in.trajectory_x_m[a] - in.x_m, from_y = in.trajectory_y_m[a] - in.y_m;
    dx = in.trajectory_x_m[a + 1] - in.trajectory_x_m[a];
    dy = in.trajectory_y_m[a + 1] - in.trajectory_y_m[a];
    const double square = dx * dx + dy * dy, half = from_x * dx + from_y * dy;
    const double outside = from_x * from_x + from_y * from_y - lookahead_m * lookahead_m;
    const double root = half * half - square * outside;
    return square > 0 && root >= 0 ? (-half + std::sqrt(root)) / square : -1;
}

/// The direction to a point of the trajectory ahead, relative to the car's, in deg.
double bearing_deg(const Inputs& in) {
    double goal_x = in.trajectory_x_m[in.trajectory_length - 1];
    double goal_y = in.trajectory_y_m[in.trajectory_length - 1];
    for (int i = in.trajectory_length - 2; i >= 0; --i) {
        double dx = 0, dy = 0;
        const double part = leaves_at(in, i, dx, dy);
        if (part < 0 || part > 1) continue;
        goal_x = in.trajectory_x_m[i] + part * dx;
        goal_y = in.trajectory_y_m[i] + part * dy;
        break;
    }
    const double direction = std::atan2(goal_y - in.y_m, goal_x - in.x_m);
    return std::remainder(direction - in.compass_deg * pi / 180, 2 * pi) * 180 / pi;
}

}  // namespace

Outputs RouteFollower::update(const Inputs& in, double delta_s) {
    Outputs out;
    if (in.trajectory_length < 2) {
        out.braking = 1;
        return out;
    }
    const double error_deg = bearing_deg(in);
    integral_ = clamp(integral_ + integral_per_s * error_deg * delta_s, steering_limit_deg);
    out.steering_deg = clamp(proportional * error_deg + integral_, steering_limit_deg);
    const double too_slow_mps = cruise_mps_ / 2 - in.velocity_kmh / 3.6;
    out.gas = std::fmax(0.0, std::fmin(1.0, 0.4 * too_slow_mps));
    out.braking = std::fmax(0.0, std::fmin(1.0, -0.2 * too_slow_mps));
    return out;
}

}  // namespace autopilot

// SPDX-License-Identifier: MIT
#include "scenario/driver.hpp"

#include <plant/angle.hpp>
#include <plant/manoeuvre.hpp>

#include <algorithm>
#include <cmath>

namespace plant {

double course_middle_m(const Course& course, double x_m) {
    // The path leaves a lane before its end, and is straight from a point after the next lane's
    // start.
    constexpr double leave_m = 1.0;
    constexpr double settle_m = 2.5;
    const std::vector<Lane> lanes = course_lanes(course);
    if (lanes.empty()) return 0.0;
    const auto middle = [](const Lane& lane) { return 0.5 * (lane.left_m + lane.right_m); };
    double y = middle(lanes.front());
    for (std::size_t i = 1; i < lanes.size(); ++i) {
        const double from = lanes[i - 1].end_m - leave_m;
        const double to = lanes[i].start_m + settle_m;
        const double share = std::clamp((x_m - from) / (to - from), 0.0, 1.0);
        const double turn = 0.5 - 0.5 * std::cos(pi * share);
        y += turn * (middle(lanes[i]) - middle(lanes[i - 1]));
    }
    return y;
}

Driver::Driver(const Scenario& scenario, const VehicleParams& vehicle)
    : scenario_(scenario), movement_(scenario.steer), wheelbase_m_(vehicle.body.wheelbase_m) {}

double Driver::steer(double t_s, const State& s) {
    const Course& course = scenario_.course;
    if (course.kind == CourseKind::none || scenario_.steer.shape == SteerShape::fishhook)
        return movement_.angle_rad(t_s, s.angular_velocity_radps.x());
    const double speed = std::max(s.velocity_mps.x(), 1.0);
    const double course_rad = s.yaw_rad + std::atan2(s.velocity_mps.y(), speed);
    if (course.kind == CourseKind::circle) return around(course_rad, speed, s);
    return followed(course_rad, speed, s);
}

/// Follows a circle by feedback of distance and direction, with gains low enough for a car near its
/// limit. An integral term compensates understeer. The centre is to the left of the start.
double Driver::around(double course_rad, double speed, const State& s) {
    constexpr double to_direction = 0.3;      // steering angle per error of direction
    constexpr double back_per_s = 0.5;        // wanted decrease of the distance from the circle
    constexpr double remembered_per_s = 0.2;  // gain of the integral term
    const double radius_m = scenario_.course.radius_m;
    const double dx = s.position_m.x(), dy = s.position_m.y() - radius_m;
    const double inwards = back_per_s / speed * (std::hypot(dx, dy) - radius_m);
    turn_rad_ += to_direction * inwards * remembered_per_s * scenario_.dt_s;
    const double tangent = std::atan2(dx, -dy);
    const double aim = std::remainder(tangent + inwards - course_rad, 2.0 * pi);
    return wheelbase_m_ / radius_m + turn_rad_ + to_direction * aim;
}

/// Follows a path: feed-forward of the curvature ahead, feedback of distance and direction.
double Driver::followed(double course_rad, double speed, const State& s) const {
    constexpr double answer_s = 0.2;       // delay of the car's response to its steering
    constexpr double understeer = 0.0026;  // rad per m/s2
    constexpr double step_m = 0.5;
    const auto path = [&](double x) { return course_middle_m(scenario_.course, x); };
    const double x = s.position_m.x();
    const double far = x + answer_s * speed;
    const double bend =
        (path(far + step_m) - 2.0 * path(far) + path(far - step_m)) / (step_m * step_m);
    const double slope = (path(x + step_m) - path(x - step_m)) / (2.0 * step_m);
    const double ahead = bend * (wheelbase_m_ + understeer * speed * speed);
    const double back = 0.04 * (path(x) - s.position_m.y()) + 1.1 * (std::atan(slope) - course_rad);
    return std::clamp(ahead + back, -0.4, 0.4);
}

void Driver::hold_speed(double t_s, double dt_s, const State& state, Command& command) {
    const double wanted = scenario_.hold_speed_mps + scenario_.speed_rate_mps2 * t_s;
    const double error = wanted - state.velocity_mps.x();
    integral_ = std::clamp(integral_ + 0.5 * error * dt_s, -0.2, 1.0);
    const double pedal = 0.5 * error + integral_;
    command.throttle = std::clamp(pedal, 0.0, 1.0);
    command.brake = std::clamp(-0.5 * pedal, 0.0, 0.3);
}

Command Driver::command(double t_s, double dt_s, const State& state) {
    Command command = command_at(scenario_.controls, scenario_.interpolation, t_s);
    command.steer_rad += steer(t_s, state);
    if (scenario_.hold_speed_mps > 0.0 && command.brake == 0.0) {
        hold_speed(t_s, dt_s, state, command);
    }
    return command;
}

}  // namespace plant

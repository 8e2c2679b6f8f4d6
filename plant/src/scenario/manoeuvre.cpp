// SPDX-License-Identifier: MIT
#include <plant/manoeuvre.hpp>

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

constexpr double degrees = 57.29577951308232;

}  // namespace

std::vector<Lane> course_lanes(const Course& course) {
    const double b = course.vehicle_width_m;
    const double first = 1.1 * b + 0.25;
    const double last = 1.3 * b + 0.25;
    if (course.kind == CourseKind::iso_3888_1) {
        const double second = 1.2 * b + 0.25;
        const double right = 3.5 - 0.5 * first;
        return {{0.0, 15.0, -0.5 * first, 0.5 * first},
                {45.0, 70.0, right, right + second},
                {95.0, 110.0, -0.5 * first, -0.5 * first + last}};
    }
    if (course.kind == CourseKind::iso_3888_2) {
        const double right = 0.5 * first + 1.0;
        return {{0.0, 12.0, -0.5 * first, 0.5 * first},
                {25.5, 36.5, right, right + b + 1.0},
                {49.0, 61.0, -0.5 * first, -0.5 * first + std::max(last, 3.0)}};
    }
    return {};
}

Judge::Judge(const Scenario& scenario, const VehicleParams& vehicle)
    : scenario_(scenario),
      wheelbase_m_(vehicle.body.wheelbase_m),
      front_m_(vehicle.body.cg_to_front_axle_m) {}

void Judge::watch(const Output& o) {
    const State& s = o.state;
    samples_.push_back({1e-9 * static_cast<double>(o.sim_time.count()), s.position_m.x(),
                        s.position_m.y(), s.velocity_mps.x(), s.velocity_mps.y(), s.yaw_rad,
                        s.angular_velocity_radps.z(), o.ay_mps2, o.steer_applied_rad});
}

/// Steady value over the last tenth, peak, times from half of the steering. Source: ISO 7401.
void Judge::add_step_response(std::vector<Finding>& findings) const {
    const double end_s = samples_.back().t_s;
    double steady = 0.0;
    double steady_ay = 0.0;
    double count = 0.0;
    double half_s = scenario_.steer.start_s;
    double peak = 0.0;
    double peak_s = 0.0;
    for (const Sample& s : samples_) {
        if (s.steer_rad < 0.5 * scenario_.steer.amplitude_rad) half_s = s.t_s;
        if (s.yaw_rate > peak) {
            peak = s.yaw_rate;
            peak_s = s.t_s;
        }
        if (s.t_s < 0.9 * end_s) continue;
        steady += s.yaw_rate;
        steady_ay += s.ay_mps2;
        count += 1.0;
    }
    steady /= count;
    const auto reached = std::find_if(samples_.begin(), samples_.end(), [&](const Sample& s) {
        return s.t_s > half_s && s.yaw_rate >= 0.9 * steady;
    });
    findings.push_back({"steady yaw rate", steady * degrees, "deg/s"});
    findings.push_back({"steady lateral acceleration", steady_ay / count, "m/s2"});
    findings.push_back({"peak yaw rate", peak * degrees, "deg/s"});
    findings.push_back({"overshoot", 100.0 * (peak / steady - 1.0), "%"});
    findings.push_back({"time to peak", peak_s - half_s, "s"});
    if (reached != samples_.end()) {
        findings.push_back({"response time to 90 %", reached->t_s - half_s, "s"});
    }
}

/// Slope of the extra steering over lateral acceleration between 1 and 4 m/s2, by least squares.
/// Source: ISO 4138.
void Judge::add_understeer(std::vector<Finding>& findings) const {
    double n = 0.0;
    double sum_x = 0.0;
    double sum_y = 0.0;
    double sum_xx = 0.0;
    double sum_xy = 0.0;
    for (const Sample& s : samples_) {
        const double ay = s.yaw_rate * s.vx_mps;
        if (ay < 1.0 || ay > 4.0) continue;
        const double extra = s.steer_rad - wheelbase_m_ * s.yaw_rate / s.vx_mps;
        n += 1.0;
        sum_x += ay;
        sum_y += extra;
        sum_xx += ay * ay;
        sum_xy += ay * extra;
    }
    if (n < 10.0) return;
    const double slope = (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x);
    findings.push_back({"understeer gradient", 1e3 * slope * gravity_mps2, "mrad/g"});
}

/// A cone line is hit when a side of the body, from front to rear axle, crosses it in its length.
void Judge::add_cones(std::vector<Finding>& findings) const {
    const double half = 0.5 * scenario_.course.vehicle_width_m;
    const double ends[] = {front_m_, front_m_ - wheelbase_m_};
    double hits = 0.0;
    double worst = -1e9;
    for (const Lane& lane : course_lanes(scenario_.course)) {
        double most = -1e9;
        for (const Sample& s : samples_) {
            for (const double along : ends) {
                for (const double across : {half, -half}) {
                    const double c = std::cos(s.yaw_rad);
                    const double n = std::sin(s.yaw_rad);
                    const double x = s.x_m + along * c - across * n;
                    const double y = s.y_m + along * n + across * c;
                    if (x < lane.start_m || x > lane.end_m) continue;
                    most = std::max({most, y - lane.left_m, lane.right_m - y});
                }
            }
        }
        hits += most > 0.0 ? 1.0 : 0.0;
        worst = std::max(worst, most);
    }
    findings.push_back({"lanes with cones hit", hits, ""});
    findings.push_back({"smallest distance to the cones", -worst, "m"});
    findings.push_back(
        {"speed lost", 3.6 * (samples_.front().vx_mps - samples_.back().vx_mps), "km/h"});
}

std::vector<Finding> Judge::findings() const {
    std::vector<Finding> findings;
    if (samples_.size() < 2) return findings;
    double most_ay = 0.0;
    double most_yaw_rate = 0.0;
    double most_drift = 0.0;
    for (const Sample& s : samples_) {
        most_ay = std::max(most_ay, std::abs(s.ay_mps2));
        most_yaw_rate = std::max(most_yaw_rate, std::abs(s.yaw_rate));
        if (s.vx_mps > 3.0) {
            most_drift = std::max(most_drift, std::abs(std::atan2(s.vy_mps, s.vx_mps)));
        }
    }
    const SteerShape shape = scenario_.steer.shape;
    const CourseKind course = scenario_.course.kind;
    if (shape == SteerShape::step) add_step_response(findings);
    if (shape == SteerShape::ramp || course == CourseKind::circle) add_understeer(findings);
    if (!course_lanes(scenario_.course).empty()) add_cones(findings);
    findings.push_back({"largest lateral acceleration", most_ay, "m/s2"});
    findings.push_back({"largest yaw rate", most_yaw_rate * degrees, "deg/s"});
    findings.push_back({"largest sideslip angle", most_drift * degrees, "deg"});
    const auto stopped = std::find_if(samples_.begin(), samples_.end(), [](const Sample& s) {
        return std::abs(s.vx_mps) < 0.01 && s.t_s > 0.0;
    });
    if (stopped != samples_.end() && samples_.front().vx_mps > 1.0) {
        const double dx = stopped->x_m - samples_.front().x_m;
        const double dy = stopped->y_m - samples_.front().y_m;
        findings.push_back({"stopping distance", std::hypot(dx, dy), "m"});
        findings.push_back({"sideways at the stop", dy, "m"});
        findings.push_back({"turned at the stop", stopped->yaw_rad * degrees, "deg"});
    }
    findings.push_back({"final yaw rate", samples_.back().yaw_rate * degrees, "deg/s"});
    return findings;
}

}  // namespace plant

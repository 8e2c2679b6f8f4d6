// SPDX-License-Identifier: MIT
#include <plant/manoeuvre.hpp>

#include "scenario/figures.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace plant {

const std::vector<ManoeuvreInfo>& manoeuvres() {
    static const std::vector<ManoeuvreInfo> all{
        {"iso_4138_radius", "ISO 4138", "constant radius, speeding up slowly"},
        {"iso_4138_speed", "ISO 4138", "constant speed, steering slowly in"},
        {"iso_7401_step_1deg", "ISO 7401", "step of 1 deg at the road wheel"},
        {"iso_7401_step_2deg", "ISO 7401", "step of 2 deg at the road wheel"},
        {"iso_7401_step_4deg", "ISO 7401", "step of 4 deg at the road wheel"},
        {"iso_7401_sine", "ISO 7401", "one period of a sine"},
        {"iso_3888_1", "ISO 3888-1", "double lane change, steered by a driver"},
        {"iso_3888_2", "ISO 3888-2", "obstacle avoidance, steered by a driver"},
        {"sine_with_dwell", "FMVSS 126", "sine with dwell"},
        {"fishhook", "NHTSA", "fishhook with roll rate feedback"},
        {"braking", "ISO 21994", "full brake, straight on"},
        {"braking_split", "ISO 14512", "brake on split friction, steering fixed"},
        {"braking_split_steered", "ISO 14512", "brake on split friction, steered by a driver"},
    };
    return all;
}

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

namespace {

/// Adds the figures that the standard of this manoeuvre requires.
void add_figures_of_kind(const ManoeuvreRun& run, std::vector<Finding>& to) {
    switch (run.scenario.steer.shape) {
        case SteerShape::step:
            add_step_figures(run, to);
            break;
        case SteerShape::ramp:
            add_steady_state_figures(run, to);
            break;
        case SteerShape::sine:
            add_sine_figures(run, to);
            break;
        case SteerShape::sine_with_dwell:
            add_sine_with_dwell_figures(run, to);
            break;
        case SteerShape::fishhook:
            add_tip_up_figures(run, to);
            break;
        case SteerShape::none:
            break;
    }
    if (run.scenario.course.kind == CourseKind::circle) add_steady_state_figures(run, to);
    if (!course_lanes(run.scenario.course).empty()) add_course_figures(run, to);
    const auto& controls = run.scenario.controls;
    if (std::any_of(controls.begin(), controls.end(),
                    [](const ControlPoint& point) { return point.command.brake > 0.0; }))
        add_braking_figures(run, to);
}

}  // namespace

Judge::Judge(const Scenario& scenario, const VehicleParams& vehicle)
    : scenario_(scenario), vehicle_(vehicle) {}

void Judge::watch(const Output& o) {
    const State& s = o.state;
    const PerWheel& load = o.wheel_load_n;
    samples_.push_back(
        {1e-9 * static_cast<double>(o.sim_time.count()), s.position_m.x(), s.position_m.y(),
         s.velocity_mps.x(), s.velocity_mps.y(), s.yaw_rad, s.angular_velocity_radps.z(),
         s.roll_rad, o.ay_mps2, o.steer_applied_rad,
         std::min(load[front_left] + load[rear_left], load[front_right] + load[rear_right])});
}

std::vector<Finding> Judge::findings() const {
    std::vector<Finding> findings;
    if (samples_.size() < 2) return findings;
    const ManoeuvreRun run{scenario_, vehicle_, samples_};
    add_figures_of_kind(run, findings);
    double most_ay = 0.0;
    double most_yaw_rate = 0.0;
    double most_drift = 0.0;
    for (const ManoeuvreSample& s : samples_) {
        most_ay = std::max(most_ay, std::abs(s.ay_mps2));
        most_yaw_rate = std::max(most_yaw_rate, std::abs(s.yaw_rate_radps));
        if (s.vx_mps > 3.0) {
            most_drift = std::max(most_drift, std::abs(std::atan2(s.vy_mps, s.vx_mps)));
        }
    }
    findings.push_back({"largest lateral acceleration", most_ay, "m/s2"});
    findings.push_back({"largest yaw rate", most_yaw_rate * deg_per_rad, "deg/s"});
    findings.push_back({"largest sideslip angle", most_drift * deg_per_rad, "deg"});
    findings.push_back({"final yaw rate", samples_.back().yaw_rate_radps * deg_per_rad, "deg/s"});
    return findings;
}

}  // namespace plant

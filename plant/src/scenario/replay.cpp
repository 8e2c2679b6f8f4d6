// SPDX-License-Identifier: MIT
#include <plant/scenario.hpp>
#include "scenario/driver.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

namespace plant {
namespace {

/// Index of the first point later than t, and the interpolation factor from the one before.
template <class Point>
std::pair<std::size_t, double> place_of(const std::vector<Point>& points, double t_s) {
    const auto later = std::upper_bound(points.begin(), points.end(), t_s,
                                        [](double t, const Point& p) { return t < p.t_s; });
    const auto index = static_cast<std::size_t>(later - points.begin());
    if (index == 0 || later == points.end()) return {index, 0.0};
    const double before = points[index - 1].t_s;
    return {index, (t_s - before) / (later->t_s - before)};
}

double friction_at(const std::vector<FrictionPoint>& points, double t_s) {
    if (points.empty()) return 1.0;
    const auto [index, share] = place_of(points, t_s);
    if (index == 0) return points.front().scale;
    if (index == points.size()) return points.back().scale;
    return (1.0 - share) * points[index - 1].scale + share * points[index].scale;
}

}  // namespace

Command command_at(const std::vector<ControlPoint>& controls, Interpolation interpolation,
                   double t_s) {
    if (controls.empty()) return {};
    const auto [index, share] = place_of(controls, t_s);
    if (index == 0) return controls.front().command;
    Command command = controls[index - 1].command;
    if (interpolation == Interpolation::zoh || index == controls.size()) return command;
    const Command& next = controls[index].command;
    for (double Command::*value : {&Command::steer_rad, &Command::throttle, &Command::brake}) {
        command.*value = (1.0 - share) * command.*value + share * next.*value;
    }
    return command;
}

std::unique_ptr<SimSession> make_session(const Scenario& scenario, const SessionConfig& config) {
    return std::make_unique<SimSession>(create_model(scenario.model, config.actuation),
                                        create_ground(scenario.ground), config);
}

StepStatus replay(const Scenario& scenario, SimSession& session, const ReplayObserver& observer) {
    validate(scenario);
    session.reset(rolling_state(session.vehicle(), 0.0, 0.0, scenario.ground.heading_rad,
                                scenario.initial_speed_mps));
    Driver driver(scenario, session.vehicle());
    const SimDuration dt{std::llround(1e9 * scenario.dt_s)};
    const SimDuration end{std::llround(1e9 * scenario.duration_s)};
    observer(session.output());
    for (SimDuration now{0}; now < end; now += dt) {
        const double t_s = 1e-9 * static_cast<double>(now.count());
        session.set_input(driver.command(t_s, scenario.dt_s, session.state()));
        session.set_friction_scale(friction_at(scenario.friction, t_s));
        const StepStatus status = session.tick(dt);
        if (status != StepStatus::ok) return status;
        observer(session.output());
    }
    return StepStatus::ok;
}

CsvColumns csv_columns(const SessionConfig& config) {
    return {config.vehicle.brake_control.any(), reading_columns(config.sensors)};
}

void write_csv_header(std::ostream& out, const CsvColumns& columns) {
    out << "t_s,x_m,y_m,z_m,roll_rad,pitch_rad,yaw_rad,vx_mps,vy_mps,vz_mps,roll_rate_radps,"
           "pitch_rate_radps,yaw_rate_radps,ax_mps2,ay_mps2,steer_applied_rad,throttle_applied,"
           "brake_applied";
    const auto put_wheels = [&](const char* name) {
        for (const char* wheel : {"fl", "fr", "rl", "rr"}) out << ',' << name << '_' << wheel;
    };
    for (const char* name : {"wheel_spin_radps", "wheel_load_n", "tyre_force_x_n", "tyre_force_y_n",
                             "slip_ratio", "slip_angle_rad", "compression_m"}) {
        put_wheels(name);
    }
    if (columns.brakes) {
        for (const char* name : {"brake_torque_nm", "abs_active"}) put_wheels(name);
        out << ",traction_active,esc_active";
    }
    for (const ReadingColumn& column : columns.readings) out << ',' << column.name;
    out << '\n';
}

void write_csv_row(std::ostream& out, const Output& o, const CsvColumns& columns) {
    char text[32];
    const auto put = [&](double value, char before) {
        std::snprintf(text, sizeof text, "%c%.17g", before, value);
        out << (before == '\0' ? text + 1 : text);
    };
    const State& s = o.state;
    put(1e-9 * static_cast<double>(o.sim_time.count()), '\0');
    for (const double value :
         {s.position_m.x(), s.position_m.y(), s.position_m.z(), s.roll_rad, s.pitch_rad, s.yaw_rad,
          s.velocity_mps.x(), s.velocity_mps.y(), s.velocity_mps.z(), s.angular_velocity_radps.x(),
          s.angular_velocity_radps.y(), s.angular_velocity_radps.z(), o.ax_mps2, o.ay_mps2,
          o.steer_applied_rad, o.throttle_applied, o.brake_applied}) {
        put(value, ',');
    }
    for (const PerWheel* wheels :
         {&s.wheel_spin_radps, &o.wheel_load_n, &o.tyre_force_x_n, &o.tyre_force_y_n, &o.slip_ratio,
          &o.slip_angle_rad, &s.suspension_compression_m}) {
        for (const double value : *wheels) put(value, ',');
    }
    if (columns.brakes) {
        for (const PerWheel* wheels : {&o.brake_torque_nm, &o.abs_active})
            for (const double value : *wheels) put(value, ',');
        put(o.traction_active, ',');
        put(o.esc_active, ',');
    }
    for (const ReadingColumn& column : columns.readings) put(column.of(o.sensors), ',');
    out << '\n';
}

}  // namespace plant

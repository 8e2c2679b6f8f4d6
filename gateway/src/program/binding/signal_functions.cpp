// SPDX-License-Identifier: MIT
#include "signal_functions.hpp"

#include "message_functions.hpp"
#include "messages/gear_codes.hpp"
#include "route/route_place.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

namespace gateway {
namespace {

namespace sensor = plant::sensor;

using plant::deg_per_rad;
constexpr double kmh_per_mps = 3.6;
constexpr std::size_t wheels = std::tuple_size_v<plant::PerWheel>;

/// Invalid codes mean neutral with the hand brake on.
void set_gear(int code, Command& command) {
    const Gear gear = messages::gear_of_code(code).value_or(Gear::no_command);
    VehicleStateCommand& state = state_of(command);
    state.gear = gear == Gear::no_command ? Gear::neutral : gear;
    if (gear == Gear::no_command) state.hand_brake = true;
}

/// The first values of a sensor, in the unit of the catalogue.
void copy_reading(const Moment& m, const plant::SensorKind& kind, std::size_t count, double* out) {
    std::copy_n(m.feedback.sensors.of(kind).begin(), count, out);
}

void copy_vector(const Eigen::Vector3d& from, double* out) {
    for (int i = 0; i < 3; ++i) out[i] = from[i];
}

void copy_wheels(const plant::PerWheel& from, double* out) {
    std::copy(from.begin(), from.end(), out);
}

Geodetic geodetic_position(const Moment& m) {
    const plant::Reading& at = m.feedback.sensors.of(sensor::gnss_position);
    return to_geodetic(m.origin, at[0], at[1], at[2]);
}

const InputSignal inputs[] = {
    {"true_velocity", 1,
     [](const Moment& m, double* out) {
         out[0] = m.feedback.state.velocity_mps.x() * kmh_per_mps;
     }},
    {"true_position", 2,
     [](const Moment& m, double* out) {
         out[0] = m.feedback.state.position_m.x();
         out[1] = m.feedback.state.position_m.y();
     }},
    {"true_compass", 1,
     [](const Moment& m, double* out) { out[0] = m.feedback.state.yaw_rad * deg_per_rad; }},
    {"trajectory_length", 1, [](const Moment& m, double* out) { out[0] = m.trajectory.length; }},
    {"trajectory_x", Trajectory::size,
     [](const Moment& m, double* out) {
         std::copy(m.trajectory.x_m.begin(), m.trajectory.x_m.end(), out);
     }},
    {"trajectory_y", Trajectory::size,
     [](const Moment& m, double* out) {
         std::copy(m.trajectory.y_m.begin(), m.trajectory.y_m.end(), out);
     }},
    {"steering", 1,
     [](const Moment& m, double* out) { out[0] = m.feedback.steer_applied_rad * deg_per_rad; }},
    {"gas", 1,
     [](const Moment& m, double* out) {
         const bool backwards = m.feedback.report.gear == Gear::reverse;
         out[0] = backwards ? -m.feedback.throttle_applied : m.feedback.throttle_applied;
     }},
    {"braking", 1, [](const Moment& m, double* out) { out[0] = m.feedback.brake_applied; }},
    {"wheel_speed", wheels,
     [](const Moment& m, double* out) {
         for (const double spin : m.feedback.state.wheel_spin_radps)
             *out++ = spin * m.feedback.wheel_radius_m;
     }},
    {"imu_acceleration", 3,
     [](const Moment& m, double* out) { copy_reading(m, sensor::imu_accel, 3, out); }},
    {"imu_yaw_rate", 1,
     [](const Moment& m, double* out) {
         out[0] = m.feedback.sensors.of(sensor::imu_gyro)[2] * deg_per_rad;
     }},
    {"imu_angular_velocity", 3,
     [](const Moment& m, double* out) {
         for (std::size_t i = 0; i < 3; ++i)
             out[i] = m.feedback.sensors.of(sensor::imu_gyro)[i] * deg_per_rad;
     }},
    {"steering_measured", 1,
     [](const Moment& m, double* out) {
         out[0] = m.feedback.sensors.of(sensor::steer)[0] * deg_per_rad;
     }},
    {"gnss_position", 2,
     [](const Moment& m, double* out) { copy_reading(m, sensor::gnss_position, 2, out); }},
    {"gnss_velocity", 2,
     [](const Moment& m, double* out) { copy_reading(m, sensor::gnss_velocity, 2, out); }},
    {"gnss_latitude", 1,
     [](const Moment& m, double* out) { out[0] = geodetic_position(m).latitude_deg; }},
    {"gnss_longitude", 1,
     [](const Moment& m, double* out) { out[0] = geodetic_position(m).longitude_deg; }},
    {"gnss_altitude", 1,
     [](const Moment& m, double* out) { out[0] = geodetic_position(m).altitude_m; }},
    {"wheel_speed_measured", wheels,
     [](const Moment& m, double* out) {
         const plant::Reading& spin = m.feedback.sensors.of(sensor::wheel_speed);
         for (std::size_t i = 0; i < wheels; ++i) out[i] = spin[i] * m.feedback.wheel_radius_m;
     }},
    {"simulated_time", 1,
     [](const Moment& m, double* out) { out[0] = std::chrono::duration<double>(m.now).count(); }},
    {"true_acceleration", 2,
     [](const Moment& m, double* out) {
         out[0] = m.feedback.ax_mps2;
         out[1] = m.feedback.ay_mps2;
     }},
    {"true_yaw_rate", 1,
     [](const Moment& m, double* out) {
         out[0] = m.feedback.state.angular_velocity_radps.z() * deg_per_rad;
     }},
    {"true_body_velocity", 3,
     [](const Moment& m, double* out) { copy_vector(m.feedback.state.velocity_mps, out); }},
    {"true_angular_velocity", 3,
     [](const Moment& m, double* out) {
         copy_vector(m.feedback.state.angular_velocity_radps * deg_per_rad, out);
     }},
    {"wheel_load", wheels,
     [](const Moment& m, double* out) { copy_wheels(m.feedback.wheel_load_n, out); }},
    {"tyre_force_x", wheels,
     [](const Moment& m, double* out) { copy_wheels(m.feedback.tyre_force_x_n, out); }},
    {"tyre_force_y", wheels,
     [](const Moment& m, double* out) { copy_wheels(m.feedback.tyre_force_y_n, out); }},
    {"slip_ratio", wheels,
     [](const Moment& m, double* out) { copy_wheels(m.feedback.slip_ratio, out); }},
    {"slip_angle", wheels,
     [](const Moment& m, double* out) {
         copy_wheels(m.feedback.slip_angle_rad, out);
         for (std::size_t i = 0; i < wheels; ++i) out[i] *= deg_per_rad;
     }},
    {"suspension_compression", wheels,
     [](const Moment& m, double* out) {
         copy_wheels(m.feedback.state.suspension_compression_m, out);
     }},
    {"rack_torque", 1, [](const Moment& m, double* out) { out[0] = m.feedback.rack_torque_nm; }},
    {"brake_torque", wheels,
     [](const Moment& m, double* out) { copy_wheels(m.feedback.brake_torque_nm, out); }},
    {"abs_active", wheels,
     [](const Moment& m, double* out) { copy_wheels(m.feedback.abs_active, out); }},
    {"traction_active", 1,
     [](const Moment& m, double* out) { out[0] = m.feedback.traction_active; }},
    {"esc_active", 1, [](const Moment& m, double* out) { out[0] = m.feedback.esc_active; }},
    {"true_attitude", 3,
     [](const Moment& m, double* out) {
         out[0] = m.feedback.state.roll_rad * deg_per_rad;
         out[1] = m.feedback.state.pitch_rad * deg_per_rad;
         out[2] = m.feedback.state.yaw_rad * deg_per_rad;
     }},
    {"cross_track_error", 1,
     [](const Moment& m, double* out) {
         const auto& position = m.feedback.state.position_m;
         out[0] = cross_track_error_m(m.trajectory.nearest, {position.x(), position.y()});
     }},
    {"heading_error", 1,
     [](const Moment& m, double* out) {
         out[0] = heading_error_rad(m.trajectory.nearest, m.feedback.state.yaw_rad) * deg_per_rad;
     }},
    {"curvature_ahead", 1,
     [](const Moment& m, double* out) { out[0] = curvature_ahead_per_m(m.trajectory.nearest); }},
    {"distance_to_end", 1,
     [](const Moment& m, double* out) { out[0] = distance_to_end_m(m.trajectory.nearest); }},
    {"at_target", 1,
     [](const Moment& m, double* out) { out[0] = is_at_end(m.trajectory.nearest) ? 1 : 0; }},
    {"speed_limit", 1,
     [](const Moment& m, double* out) {
         out[0] = speed_limit_mps(m.trajectory.nearest) * kmh_per_mps;
     }},
    {"vehicle_ahead_distance", 1,
     [](const Moment& m, double* out) {
         out[0] = m.around.ahead ? m.around.ahead->distance_m : nothing_ahead_m;
     },
     true},
    {"vehicle_ahead_velocity", 1,
     [](const Moment& m, double* out) {
         out[0] = (m.around.ahead ? m.around.ahead->speed_mps : m.feedback.state.velocity_mps.x()) *
                  kmh_per_mps;
     },
     true},
    {"vehicle_ranges", std::tuple_size_v<Ranges>,
     [](const Moment& m, double* out) {
         std::copy(m.around.range_m.begin(), m.around.range_m.end(), out);
     },
     true},
    {"accel_status", 1,
     [](const Moment& m, double* out) { out[0] = m.feedback.actuation_status.accel; }},
    {"brake_status", 1,
     [](const Moment& m, double* out) { out[0] = m.feedback.actuation_status.brake; }},
    {"steer_status", 1,
     [](const Moment& m, double* out) { out[0] = m.feedback.actuation_status.steer; }},
    {"gear_status", 1,
     [](const Moment& m, double* out) { out[0] = messages::code_of(m.feedback.report.gear); }},
    {"blinker_status", 1,
     [](const Moment& m, double* out) { out[0] = number_of(m.feedback.report.blinker); }},
    {"headlight_status", 1,
     [](const Moment& m, double* out) { out[0] = number_of(m.feedback.report.headlight); }},
    {"wiper_status", 1,
     [](const Moment& m, double* out) { out[0] = number_of(m.feedback.report.wiper); }},
    {"mode_status", 1,
     [](const Moment& m, double* out) { out[0] = number_of(m.feedback.report.mode); }},
    {"hand_brake_status", 1,
     [](const Moment& m, double* out) { out[0] = m.feedback.report.hand_brake; }},
    {"horn_status", 1, [](const Moment& m, double* out) { out[0] = m.feedback.report.horn; }},
    {"fuel_status", 1, [](const Moment& m, double* out) { out[0] = fuel_of(m.feedback.report); }},
    {"vehicle_odometry", 5, show_vehicle_odometry},
    {"vehicle_state_report", 10, show_vehicle_state_report},
};

const OutputSignal outputs[] = {
    {"set_steering", 1, Level::pedals, part::steering,
     [](const OutputContext&, const double* in, Command& c) {
         control_of<PedalCommand>(c).steer_rad = in[0] / deg_per_rad;
     }},
    {"set_gas", 1, Level::pedals, part::throttle | part::gear,  // a negative value means reverse
     [](const OutputContext&, const double* in, Command& c) {
         state_of(c).gear = in[0] < 0 ? Gear::reverse : Gear::drive;
         control_of<PedalCommand>(c).throttle = std::abs(in[0]);
     }},
    {"set_braking", 1, Level::pedals, part::brake,
     [](const OutputContext&, const double* in, Command& c) {
         control_of<PedalCommand>(c).brake = in[0];
     }},
    {"gripped_steer", 1, Level::pedals, part::steering,
     [](const OutputContext&, const double* in, Command& c) {
         autohyu::set_gripped_steer(in[0], c);
     }},
    {"gripped_torque", 1, Level::pedals, part::throttle | part::brake | part::gear,
     [](const OutputContext& context, const double* in, Command& c) {
         autohyu::set_gripped_torque(in[0], context.vx_mps, context.pedals, c);
     }},
    {"gripped_accel", 1, any_level, part::acceleration_advice,
     [](const OutputContext&, const double* in, Command& c) {
         if (auto* pedals = std::get_if<PedalCommand>(&c.control))
             pedals->aux_accel_target_mps2 = in[0];
     }},
    {"aux_speed_target", 1, any_level, part::speed_advice,
     [](const OutputContext&, const double* in, Command& c) {
         if (auto* pedals = std::get_if<PedalCommand>(&c.control))
             pedals->aux_speed_target_mps = in[0];
     }},
    {"wheel_torque_cmd", 4, Level::wheel_torques, part::throttle | part::brake,
     [](const OutputContext&, const double* in, Command& c) {
         auto& torque_nm = control_of<WheelTorqueCommand>(c).torque_nm;
         std::copy_n(in, torque_nm.size(), torque_nm.begin());
     }},
    {"wheel_angle_cmd", 1, Level::wheel_torques, part::steering,
     [](const OutputContext&, const double* in, Command& c) {
         control_of<WheelTorqueCommand>(c).steer_rad = in[0] / deg_per_rad;
     }},
    {"accel_cmd", 1, Level::actuation, part::accel_actuation,
     [](const OutputContext&, const double* in, Command& c) {
         control_of<ActuationCommand>(c).accel = in[0];
     }},
    {"brake_cmd", 1, Level::actuation, part::brake_actuation,
     [](const OutputContext&, const double* in, Command& c) {
         control_of<ActuationCommand>(c).brake = in[0];
     }},
    {"steer_cmd", 1, Level::actuation, part::steer_actuation,
     [](const OutputContext&, const double* in, Command& c) {
         control_of<ActuationCommand>(c).steer = in[0];
     }},
    {"gear_cmd", 1, any_level, part::gear,
     [](const OutputContext&, const double* in, Command& c) {
         set_gear(static_cast<int>(in[0]), c);
     }},
    {"abs_off_cmd", 1, any_level, part::abs_switch,
     [](const OutputContext&, const double* in, Command& c) { c.off.abs = in[0] > 0; }},
    {"traction_off_cmd", 1, any_level, part::traction_switch,
     [](const OutputContext&, const double* in, Command& c) { c.off.traction = in[0] > 0; }},
    {"esc_off_cmd", 1, any_level, part::esc_switch,
     [](const OutputContext&, const double* in, Command& c) { c.off.esc = in[0] > 0; }},
    {"blinker_cmd", 1, any_level, part::blinker,
     [](const OutputContext&, const double* in, Command& c) {
         set_code(in[0], state_of(c).blinker);
     }},
    {"headlight_cmd", 1, any_level, part::headlight,
     [](const OutputContext&, const double* in, Command& c) {
         set_code(in[0], state_of(c).headlight);
     }},
    {"wiper_cmd", 1, any_level, part::wiper,
     [](const OutputContext&, const double* in, Command& c) {
         set_code(in[0], state_of(c).wiper);
     }},
    {"mode_cmd", 1, any_level, part::mode,
     [](const OutputContext&, const double* in, Command& c) { set_code(in[0], state_of(c).mode); }},
    {"hand_brake_cmd", 1, any_level, part::hand_brake,
     [](const OutputContext&, const double* in, Command& c) {
         if (in[0] > 0) state_of(c).hand_brake = true;  // gear_cmd may have set it
     }},
    {"horn_cmd", 1, any_level, part::horn,
     [](const OutputContext&, const double* in, Command& c) { state_of(c).horn = in[0] > 0; }},
    {"raw_control_command", 6, Level::raw, part::motion, take_raw_control_command},
    {"vehicle_control_command", 6, Level::acceleration, part::motion, take_vehicle_control_command},
    {"high_level_control_command", 4, Level::curvature, part::motion,
     take_high_level_control_command},
    {"vehicle_state_command", 10, any_level, part::state, take_vehicle_state_command},
};

template <class Row, std::size_t count>
const Row* find_row(const Row (&rows)[count], std::string_view name) {
    const auto found =
        std::find_if(rows, rows + count, [&](const Row& row) { return row.name == name; });
    return found == rows + count ? nullptr : found;
}

}  // namespace

const InputSignal* find_input_signal(std::string_view name) {
    return find_row(inputs, name);
}

const OutputSignal* find_output_signal(std::string_view name) {
    return find_row(outputs, name);
}

const char* what_is_set(Level level) {
    switch (level) {
        case Level::pedals:
            return "a driver's pedals and steering";
        case Level::actuation:
            return "actuators";
        case Level::acceleration:
            return "an acceleration and wheel angles";
        case Level::velocity:
            return "a velocity and steering";
        case Level::curvature:
            return "a velocity and a curvature";
        case Level::wheel_torques:
            return "the torque of each wheel";
        case Level::raw:
            return "raw pedals and steering";
    }
    return "nothing";
}

const PartName* first_shared(const OutputSignal& a, const OutputSignal& b) {
    if (a.level && b.level && a.level != b.level) return nullptr;
    const auto found = std::find_if(std::begin(part_names), std::end(part_names),
                                    [&](const PartName& p) { return a.sets & b.sets & p.parts; });
    return found == std::end(part_names) ? nullptr : found;
}

}  // namespace gateway

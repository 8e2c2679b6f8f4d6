// SPDX-License-Identifier: MIT
#include "vehicle_messages.hpp"

#include "port_message.hpp"

#include <cmath>

namespace gateway {
namespace {

namespace recording = ddc::recording;

/// The fields that a command of each level sets.
struct SetLevel {
    void operator()(const PedalCommand& c) const {
        to.steer_rad = c.steer_rad;
        to.throttle = c.throttle;
        to.brake = c.brake;
    }
    void operator()(const ActuationCommand& c) const {
        to.actuation_accel = c.accel;
        to.actuation_brake = c.brake;
        to.actuation_steer = c.steer;
    }
    void operator()(const AccelerationCommand& c) const {
        to.accel_mps2 = c.accel_mps2;
        to.velocity_mps = c.velocity_mps;
        to.steer_rad = c.front_steer_rad;
        to.rear_steer_rad = c.rear_steer_rad;
    }
    void operator()(const VelocityCommand& c) const {
        to.velocity_mps = c.velocity_mps;
        to.steer_rad = c.steer_rad;
    }
    void operator()(const CurvatureCommand& c) const {
        to.velocity_mps = c.velocity_mps;
        to.curvature_1pm = c.curvature_1pm;
    }
    void operator()(const WheelTorqueCommand& c) const {
        to.wheel_torque_nm = c.torque_nm;
        to.steer_rad = c.steer_rad;
    }
    void operator()(const RawCommand& c) const {
        to.actuation_accel = c.throttle;
        to.actuation_brake = c.brake;
        to.actuation_steer = c.front_steer;
    }

    messages::Command& to;
};

constexpr const char* level_names[] = {"pedals",    "actuation",     "acceleration", "velocity",
                                       "curvature", "wheel_torques", "raw"};

}  // namespace

recording::Vector3 vector_of(const Eigen::Vector3d& v) {
    return {v.x(), v.y(), v.z()};
}

recording::Quaternion quaternion_of(const plant::State& state) {
    const double cr = std::cos(state.roll_rad / 2), sr = std::sin(state.roll_rad / 2);
    const double cp = std::cos(state.pitch_rad / 2), sp = std::sin(state.pitch_rad / 2);
    const double cy = std::cos(state.yaw_rad / 2), sy = std::sin(state.yaw_rad / 2);
    return {sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy,
            cr * cp * cy + sr * sp * sy};
}

void fill(recording::Odometry& message, SimTime now, const Feedback& feedback,
          const std::string& frame) {
    const plant::State& state = feedback.state;
    message.header.stamp = to_message(now);
    message.header.frame_id = map_frame;
    message.child_frame_id = frame;
    message.pose.pose.position = {state.position_m.x(), state.position_m.y(), state.position_m.z()};
    message.pose.pose.orientation = quaternion_of(state);
    message.twist.twist.linear = vector_of(state.velocity_mps);
    message.twist.twist.angular = vector_of(state.angular_velocity_radps);
}

void fill(recording::TFMessage& message, const recording::Odometry& odometry) {
    message.transforms.resize(1);
    recording::TransformStamped& transform = message.transforms[0];
    transform.header.stamp = odometry.header.stamp;
    transform.header.frame_id = odometry.header.frame_id;
    transform.child_frame_id = odometry.child_frame_id;
    const recording::Point& position = odometry.pose.pose.position;
    transform.transform.translation = {position.x, position.y, position.z};
    transform.transform.rotation = odometry.pose.pose.orientation;
}

void fill(messages::VehicleState& message, SimTime now, const Feedback& feedback) {
    message.header.stamp = to_message(now);
    message.yaw_rad = feedback.state.yaw_rad;
    message.ax_mps2 = feedback.ax_mps2;
    message.ay_mps2 = feedback.ay_mps2;
    message.az_mps2 = feedback.az_mps2;
    message.steer_rad = feedback.steer_applied_rad;
    message.throttle = feedback.throttle_applied;
    message.brake = feedback.brake_applied;
    message.wheel_spin_radps = feedback.state.wheel_spin_radps;
    message.wheel_load_n = feedback.wheel_load_n;
    message.tyre_force_x_n = feedback.tyre_force_x_n;
    message.tyre_force_y_n = feedback.tyre_force_y_n;
    message.slip_ratio = feedback.slip_ratio;
    message.slip_angle_rad = feedback.slip_angle_rad;
    message.suspension_compression_m = feedback.state.suspension_compression_m;
    message.gear = static_cast<std::uint8_t>(feedback.report.gear);
    message.mode = static_cast<std::uint8_t>(feedback.report.mode);
    message.blinker = static_cast<std::uint8_t>(feedback.report.blinker);
}

void fill(messages::Command& message, SimTime now, const Command& command, bool is_failsafe) {
    message.rear_steer_rad = message.throttle = message.brake = message.steer_rad = 0;
    message.accel_mps2 = message.velocity_mps = message.curvature_1pm = 0;
    message.actuation_accel = message.actuation_brake = message.actuation_steer = 0;
    message.wheel_torque_nm = {};
    message.header.stamp = to_message(now);
    message.level = level_names[command.control.index()];
    message.is_failsafe = is_failsafe;
    std::visit(SetLevel{message}, command.control);
}

}  // namespace gateway

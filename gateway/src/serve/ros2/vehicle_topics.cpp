// SPDX-License-Identifier: MIT
#include "vehicle_topics.hpp"

#include "mcap/port_message.hpp"
#include "messages/gear_codes.hpp"

#include <cmath>

namespace gateway::ros2 {
namespace {

using namespace ddc::recording;

/// The depth that ROS 2 uses for /tf.
constexpr int transform_depth = 100;

}  // namespace

VehicleTopics::Options VehicleTopics::options_of(const VehicleConfig& vehicle) {
    const plant::BodyParams& body = vehicle.session.vehicle.body;
    Options options;
    options.base = {body.wheelbase_m - body.cg_to_front_axle_m, body.cg_height_m};
    options.has_actuation_status = plant::takes_actuation(vehicle.model);
    return options;
}

VehicleTopics::VehicleTopics(Sender& sender, Options options)
    : sender_(sender), options_(std::move(options)) {
    const std::string& space = options_.space;
    const std::string status = space + "/vehicle/status/";
    velocity_topic_ = sender_.add_topic<messages::VelocityReport>(status + "velocity_status");
    steering_topic_ = sender_.add_topic<messages::SteeringReport>(status + "steering_status");
    gear_topic_ = sender_.add_topic<messages::GearReport>(status + "gear_status");
    indicators_topic_ =
        sender_.add_topic<messages::TurnIndicatorsReport>(status + "turn_indicators_status");
    hazard_topic_ =
        sender_.add_topic<messages::HazardLightsReport>(status + "hazard_lights_status");
    mode_topic_ = sender_.add_topic<messages::ControlModeReport>(status + "control_mode");
    actuation_topic_ =
        sender_.add_topic<messages::ActuationStatusStamped>(status + "actuation_status");
    imu_topic_ = sender_.add_topic<Imu>(space + "/sensing/imu/imu_data");
    transform_topic_ = sender_.add_topic<TFMessage>(space + "/tf", transform_depth);
    odometry_topic_ = sender_.add_topic<Odometry>(space + "/localization/kinematic_state");
    acceleration_topic_ =
        sender_.add_topic<AccelWithCovarianceStamped>(space + "/localization/acceleration");
    if (options_.vehicle_interface) interface_.emplace(sender_, space);
    in_map_.frame_id = map_frame;
    in_base_.frame_id = odometry_.child_frame_id = base_frame;
    transforms_.transforms.resize(1);
    transforms_.transforms[0].child_frame_id = base_frame;
}

void VehicleTopics::add(SimTime time, const Feedback& feedback) {
    stamp_ = in_map_.stamp = in_base_.stamp = to_message(time);
    const BaseMotion motion = motion_of(feedback, options_.base);
    add_status(feedback);
    add_actuation(feedback);
    add_motion(motion);
    add_imu(motion);
    if (interface_) interface_->add(stamp_, feedback);
}

std::uint8_t VehicleTopics::control_mode(const Feedback& feedback) const {
    if (options_.commands == nullptr) return mode_code(feedback.report.mode);
    return mode_code(options_.commands->is_autonomous() ? DrivingMode::autonomous
                                                        : DrivingMode::manual);
}

void VehicleTopics::add_status(const Feedback& feedback) {
    const VehicleStateReport& report = feedback.report;
    const auto steer_rad = static_cast<float>(feedback.steer_applied_rad);
    if (!std::isnan(steer_rad))  // NaN if the vehicle does not report it
        sender_.add(steering_topic_, messages::SteeringReport{stamp_, steer_rad});
    sender_.add(gear_topic_, messages::GearReport{stamp_, messages::code_of(report.gear)});
    sender_.add(indicators_topic_,
                messages::TurnIndicatorsReport{stamp_, indicator_code(report.blinker)});
    sender_.add(hazard_topic_, messages::HazardLightsReport{stamp_, hazard_code(report.blinker)});
    sender_.add(mode_topic_, messages::ControlModeReport{stamp_, control_mode(feedback)});
}

void VehicleTopics::add_actuation(const Feedback& feedback) {
    const plant::ActuationStatus& status = feedback.actuation_status;
    actuation_.header = in_base_;
    if (options_.has_actuation_status)
        actuation_.status = {status.accel, status.brake, status.steer};
    else
        actuation_.status = {feedback.throttle_applied, feedback.brake_applied,
                             feedback.steer_applied_rad};
    sender_.add(actuation_topic_, actuation_);
}

void VehicleTopics::add_motion(const BaseMotion& motion) {
    velocity_.header = in_base_;
    velocity_.longitudinal_velocity = static_cast<float>(motion.twist.linear.x);
    velocity_.lateral_velocity = static_cast<float>(motion.twist.linear.y);
    velocity_.heading_rate = static_cast<float>(motion.twist.angular.z);
    sender_.add(velocity_topic_, velocity_);
    TransformStamped& transform = transforms_.transforms[0];
    transform.header = in_map_;
    const ddc::recording::Point& place = motion.pose.position;
    transform.transform = {{place.x, place.y, place.z}, motion.pose.orientation};
    sender_.add(transform_topic_, transforms_);
    odometry_.header = in_map_;
    odometry_.pose.pose = motion.pose;
    odometry_.twist.twist = motion.twist;
    sender_.add(odometry_topic_, odometry_);
    acceleration_.header = in_base_;
    acceleration_.accel.accel = motion.accel;
    sender_.add(acceleration_topic_, acceleration_);
}

void VehicleTopics::add_imu(const BaseMotion& motion) {
    imu_.header = in_base_;
    imu_.orientation = motion.pose.orientation;
    imu_.angular_velocity = motion.twist.angular;
    imu_.linear_acceleration = motion.accel.linear;
    sender_.add(imu_topic_, imu_);
}

}  // namespace gateway::ros2

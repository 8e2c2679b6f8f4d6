// SPDX-License-Identifier: MIT
#include "vehicle_topics.hpp"

#include "../../messages/gear_codes.hpp"
#include "../../recording/port_message.hpp"

namespace gateway::ros2 {
namespace {

using namespace ddc::recording;

constexpr SimTime status_period{25'000'000};
/// As the nodes of ROS 2 publish /tf.
constexpr int transform_depth = 100;

Time clock_time() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return to_message(std::chrono::duration_cast<SimTime>(now));
}

}  // namespace

VehicleTopics::VehicleTopics(std::shared_ptr<dds::Participant> participant, Options options)
    : sender_(std::move(participant)), options_(std::move(options)) {
    if (options_.publishes_clock) clock_topic_ = sender_.add_topic<Clock>("/clock");
    const std::string status = "/vehicle/status/";
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
    imu_topic_ = sender_.add_topic<Imu>("/sensing/imu/imu_data");
    transform_topic_ = sender_.add_topic<TFMessage>("/tf", transform_depth);
    odometry_topic_ = sender_.add_topic<Odometry>("/localization/kinematic_state");
    acceleration_topic_ =
        sender_.add_topic<AccelWithCovarianceStamped>("/localization/acceleration");
    in_map_.frame_id = map_frame;
    in_base_.frame_id = odometry_.child_frame_id = base_frame;
    transforms_.transforms.resize(1);
    transforms_.transforms[0].child_frame_id = base_frame;
}

void VehicleTopics::after_turn(const TurnRecord& record) {
    if (options_.publishes_clock) {
        stamp_ = to_message(record.now);
        sender_.add(clock_topic_, Clock{stamp_});
    } else {
        stamp_ = clock_time();
    }
    if (record.now >= next_) {
        while (next_ <= record.now) next_ += status_period;
        add_vehicle(record.feedback);
    }
    sender_.end_turn();
}

void VehicleTopics::add_vehicle(const Feedback& feedback) {
    in_map_.stamp = in_base_.stamp = stamp_;
    const BaseMotion motion = motion_of(feedback, options_.base);
    add_status(feedback);
    add_actuation(feedback);
    add_motion(motion);
    add_imu(motion);
}

std::uint8_t VehicleTopics::control_mode(const Feedback& feedback) const {
    if (options_.commands == nullptr) return mode_code(feedback.report.mode);
    return mode_code(options_.commands->is_autonomous() ? DrivingMode::autonomous
                                                        : DrivingMode::manual);
}

void VehicleTopics::add_status(const Feedback& feedback) {
    const VehicleStateReport& report = feedback.report;
    sender_.add(steering_topic_,
                messages::SteeringReport{stamp_, static_cast<float>(feedback.steer_applied_rad)});
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

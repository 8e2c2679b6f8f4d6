// SPDX-License-Identifier: MIT
#include "bridge_node.hpp"

#include "vehicle_state.hpp"

#include <gateway/realtime_runner.hpp>

#include <autohyu_msgs/Reference.h>
#include <autohyu_msgs/VehicleState.h>
#include <ros/callback_queue.h>
#include <ros/console.h>
#include <ros/init.h>
#include <std_msgs/Float32.h>

#include <algorithm>
#include <ostream>

namespace {

using gateway::SteadyTime;
using gateway::autohyu::ControllerInputs;
using gateway::autohyu::to_vehicle_state;
using gateway::autohyu::VehicleState;
using Clock = std::chrono::steady_clock;

double seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

/// Lets callbacks run as messages come, until the deadline.
void spin_until(SteadyTime deadline) {
    const auto left = std::max(deadline - Clock::now(), Clock::duration::zero());
    ros::getGlobalCallbackQueue()->callAvailable(ros::WallDuration(seconds(left)));
}

autohyu_msgs::VehicleCAN to_can(const VehicleState& state) {
    autohyu_msgs::VehicleCAN can;
    can.lateral_accel = state.ay_mps2;
    can.longitudinal_accel = state.ax_mps2;
    can.yaw_rate = state.yaw_rate_radps;
    can.steering_tire_angle = state.steering_tire_angle_rad;
    can.wheel_velocity_fl = state.wheel_velocity_mps[0];
    can.wheel_velocity_fr = state.wheel_velocity_mps[1];
    can.wheel_velocity_rl = state.wheel_velocity_mps[2];
    can.wheel_velocity_rr = state.wheel_velocity_mps[3];
    return can;
}

autohyu_msgs::VehicleState to_message(const VehicleState& state) {
    using Message = autohyu_msgs::VehicleState;
    Message message;
    const bool is_normal = state.operation_mode == VehicleState::OperationMode::normal;
    message.operation_mode = is_normal ? Message::NORMAL : Message::FAIL;
    message.x = state.x_m;
    message.y = state.y_m;
    message.z = state.z_m;
    message.vx = state.vx_mps;
    message.vy = state.vy_mps;
    message.vz = state.vz_mps;
    message.roll = state.roll_rad;
    message.pitch = state.pitch_rad;
    message.yaw = state.yaw_rad;
    message.yaw_vel = state.yaw_rate_radps;
    message.ax = state.ax_mps2;
    message.ay = state.ay_mps2;
    message.vehicle_can = to_can(state);
    return message;
}

}  // namespace

BridgeNode::BridgeNode(const Parameters& parameters)
    : parameters_(parameters),
      client_(parameters.client),
      inputs_(parameters.command_timeout),
      state_(node_.advertise<autohyu_msgs::VehicleState>("app/loc/vehicle_state", 1)) {
    subscribe();
    advertise_reference();
}

void BridgeNode::subscribe() {
    using Take = void (ControllerInputs::*)(double, SteadyTime) noexcept;
    const auto subscribe_to = [this](const char* topic, Take take) {
        const boost::function<void(const std_msgs::Float32ConstPtr&)> on_message =
            [this, take](const std_msgs::Float32ConstPtr& message) {
                (inputs_.*take)(static_cast<double>(message->data), Clock::now());
            };
        return node_.subscribe<std_msgs::Float32>(topic, 1, on_message, {},
                                                  ros::TransportHints().tcpNoDelay());
    };
    steer_ = subscribe_to("app/con/gripped_steer", &ControllerInputs::take_steer);
    torque_ = subscribe_to("app/con/gripped_torque", &ControllerInputs::take_torque);
    accel_ = subscribe_to("app/con/gripped_accel", &ControllerInputs::take_accel);
}

void BridgeNode::advertise_reference() {
    constexpr bool latched = true;
    reference_ = node_.advertise<autohyu_msgs::Reference>("app/loc/reference_point", 1, latched);
    autohyu_msgs::Reference reference;
    reference.projection = "local_cartesian";
    reference.ref_lat = parameters_.ref_lat_deg;
    reference.ref_lon = parameters_.ref_lon_deg;
    reference_.publish(reference);
}

void BridgeNode::run() {
    gateway::RealTimeOptions options;
    options.dt = parameters_.period;
    gateway::RealTimeRunner runner(options, Clock::now());
    ROS_INFO("waiting for STATE of %s on port %u, and for app/con/gripped_steer and gripped_torque",
             client_.peer().c_str(), unsigned{client_.local_port()});
    while (ros::ok()) {
        spin_until(runner.next_deadline());
        const SteadyTime now = Clock::now();
        if (!runner.is_due(now)) continue;
        runner.begin_tick(now);
        tick(now);
    }
}

void BridgeNode::tick(SteadyTime now) {
    client_.receive(now);
    send_command(now);
    publish_state(now);
}

void BridgeNode::send_command(SteadyTime now) {
    if (inputs_.check(now)) report_controllers();
    if (inputs_.state() != ControllerInputs::State::commanding) return;
    const double speed_mps = client_.is_fresh(now) ? client_.state().vx_mps : 0;
    client_.send(inputs_.command(parameters_.pedals, speed_mps, now), now);
}

void BridgeNode::publish_state(SteadyTime now) {
    const bool is_fresh = client_.is_fresh(now);
    if (is_fresh != was_fresh_) report_freshness(is_fresh);
    was_fresh_ = is_fresh;
    const bool is_ignored = client_.statistics().is_ignored;
    if (is_ignored != was_ignored_) report_reaction(is_ignored);
    was_ignored_ = is_ignored;
    autohyu_msgs::VehicleState message =
        to_message(is_fresh ? to_vehicle_state(client_.state()) : VehicleState());
    message.header.stamp = ros::Time::now();
    if (is_fresh) message.header.stamp -= ros::Duration(seconds(client_.age(now)));
    state_.publish(message);
}

void BridgeNode::report_freshness(bool is_fresh) {
    if (is_fresh)
        ROS_INFO("STATE comes from %s: operation_mode is NORMAL", client_.peer().c_str());
    else
        ROS_WARN("no STATE from %s for %g s: operation_mode is FAIL", client_.peer().c_str(),
                 seconds(parameters_.client.state_timeout));
}

void BridgeNode::report_reaction(bool is_ignored) const {
    if (is_ignored)
        ROS_WARN("%s sends STATE of version %d and shows nothing of our CMD of version %d for 1 s",
                 client_.peer().c_str(), client_.state().header.version, client_.cmd_version());
    else
        ROS_INFO("%s follows our CMD", client_.peer().c_str());
}

void BridgeNode::report_controllers() const {
    if (inputs_.state() == ControllerInputs::State::commanding)
        ROS_INFO("controllers ask for something: sending CMD to %s", client_.peer().c_str());
    else
        ROS_WARN("steering angle or torque did not come for %g s: no CMD until they do",
                 seconds(parameters_.command_timeout));
}

void BridgeNode::print_counters(std::ostream& out) const {
    const gateway::vds1::ClientStatistics& wire = client_.statistics();
    out << "inputs: " << inputs_.taken() << " taken, " << inputs_.rejected() << " not finite, "
        << inputs_.silences() << " silences\n"
        << "CMD: " << wire.sent << " sent, " << wire.not_sent << " not sent, " << wire.ignored
        << " times ignored\n"
        << "STATE: " << wire.taken << " taken, " << wire.lost << " lost, " << wire.reordered
        << " reordered, " << wire.duplicates << " twice, " << wire.timeouts << " time-outs\n";
}

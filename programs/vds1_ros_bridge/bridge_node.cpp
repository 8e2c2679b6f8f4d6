// SPDX-License-Identifier: MIT
#include "bridge_node.hpp"

#include "messages.hpp"

#include <gateway/base/realtime_runner.hpp>

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
using StateMessage = autohyu_msgs::VehicleState;
using Clock = std::chrono::steady_clock;

double seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

/// Calls callbacks for arriving messages, until the deadline.
void spin_until(SteadyTime deadline) {
    const auto left = std::max(deadline - Clock::now(), Clock::duration::zero());
    ros::getGlobalCallbackQueue()->callAvailable(ros::WallDuration(seconds(left)));
}

}  // namespace

BridgeNode::BridgeNode(const Parameters& parameters)
    : parameters_(parameters),
      client_(parameters.client),
      inputs_(parameters.command_timeout),
      filter_(parameters.filter_length),
      state_(node_.advertise<StateMessage>("app/loc/vehicle_state", 1)) {
    if (parameters_.filter_length > 0)
        filtered_ = node_.advertise<StateMessage>("app/loc/vehicle_state_filtered", 1);
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
    speed_ = subscribe_to("app/con/aux_speed_target", &ControllerInputs::take_speed);
}

void BridgeNode::advertise_reference() {
    constexpr bool latched = true;
    reference_ = node_.advertise<autohyu_msgs::Reference>("app/loc/reference_point", 1, latched);
    reference_.publish(messages::to_reference<autohyu_msgs::Reference>(parameters_.ref_lat_deg,
                                                                       parameters_.ref_lon_deg));
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
    const VehicleState state = is_fresh ? to_vehicle_state(client_.state()) : VehicleState();
    const VehicleState filtered = filter_.filter(state);
    if (!is_fresh && !messages::TellsFailure<StateMessage>::value) return;
    auto message = messages::to_message<StateMessage>(state);
    message.header.stamp = ros::Time::now();
    if (is_fresh) message.header.stamp -= ros::Duration(seconds(client_.age(now)));
    state_.publish(message);
    if (parameters_.filter_length == 0) return;
    auto filtered_message = messages::to_message<StateMessage>(filtered);
    filtered_message.header = message.header;
    filtered_message.vehicle_can = message.vehicle_can;
    filtered_.publish(filtered_message);
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
        ROS_WARN("%s sends STATE of version %d and does not follow CMD of version %d for 1 s",
                 client_.peer().c_str(), client_.state().header.version, client_.cmd_version());
    else
        ROS_INFO("%s follows CMD", client_.peer().c_str());
}

void BridgeNode::report_controllers() const {
    if (inputs_.state() == ControllerInputs::State::commanding)
        ROS_INFO("controllers send commands: sending CMD to %s", client_.peer().c_str());
    else
        ROS_WARN("no steering angle or torque for %g s: no CMD until both arrive",
                 seconds(parameters_.command_timeout));
}

void BridgeNode::print_counters(std::ostream& out) const {
    const gateway::vds1::ClientStatistics& wire = client_.statistics();
    out << "inputs: " << inputs_.taken() << " taken, " << inputs_.rejected() << " not finite, "
        << inputs_.silences() << " silences\n"
        << "CMD: " << wire.sent << " sent, " << wire.not_sent << " not sent, " << wire.ignored
        << " times ignored\n"
        << "STATE: " << wire.taken << " taken, " << wire.lost << " lost, " << wire.reordered
        << " out of order, " << wire.duplicates << " duplicate, " << wire.timeouts
        << " time-outs\n";
}

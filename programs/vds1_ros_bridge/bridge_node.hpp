// SPDX-License-Identifier: MIT
#pragma once

#include "controller_inputs.hpp"
#include "parameters.hpp"
#include "vehicle_state_filter.hpp"

#include <gateway/protocol/vds1/client.hpp>

#include <ros/node_handle.h>
#include <ros/publisher.h>
#include <ros/subscriber.h>

#include <iosfwd>

/// Connects AutoHYU's topics to a VDS1 plant. It has no clock of the vehicle.
///
/// Once per period it reads all STATEs that arrived, sends a CMD if controllers send commands, and
/// publishes the vehicle state. One thread.
class BridgeNode {
  public:
    /// @throws std::runtime_error if the port for STATE cannot be opened
    explicit BridgeNode(const Parameters& parameters);

    /// Runs until ROS is shut down.
    void run();
    /// Prints counts of the controllers' values and of the packets.
    void print_counters(std::ostream& out) const;

  private:
    void subscribe();
    void advertise_reference();
    void tick(gateway::SteadyTime now);
    void send_command(gateway::SteadyTime now);
    void publish_state(gateway::SteadyTime now);
    void report_freshness(bool is_fresh);
    void report_reaction(bool is_ignored) const;
    void report_controllers() const;

    const Parameters parameters_;
    gateway::vds1::Client client_;
    gateway::autohyu::ControllerInputs inputs_;
    gateway::autohyu::VehicleStateFilter filter_;
    bool was_fresh_ = false;
    bool was_ignored_ = false;
    ros::NodeHandle node_;
    ros::Subscriber steer_, torque_, accel_, speed_;
    ros::Publisher state_, filtered_, reference_;
};

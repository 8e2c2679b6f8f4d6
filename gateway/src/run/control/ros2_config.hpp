// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace gateway {

/// Commands from ROS 2 that may take the vehicle over.
enum class Ros2Commands {
    none,
    control,    ///< accelerations and tyre angles: autoware_control_msgs/msg/Control
    actuation,  ///< for an actuation model: tier4_vehicle_msgs/msg/ActuationCommandStamped
};

/// The topics of a vehicle in ROS 2.
struct Ros2Config {
    static constexpr std::uint16_t last_domain = 101;  ///< Linux may use the ports of later ones

    std::uint16_t domain = 0;
    /// Name of the network interface, used with multicast; empty: the loopback, without multicast.
    std::string interface;
    /// Prefix of all topics and services but `/clock`; empty, or as `/car`.
    std::string space;
    /// Otherwise stamps are from the system's clock.
    bool publishes_clock = true;
    Ros2Commands commands = Ros2Commands::none;
    /// The messages of the vehicle interface are topics as well, and its commands may take the
    /// vehicle over.
    bool vehicle_interface = false;
    /// The program's inputs and outputs are topics as well; only in a run.
    bool ports_as_topics = false;

    bool takes_commands() const noexcept {
        return commands != Ros2Commands::none || vehicle_interface;
    }
};

}  // namespace gateway

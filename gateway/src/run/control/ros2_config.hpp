// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace gateway {

/// Who may take the vehicle over from ROS 2.
enum class Ros2Commands {
    none,
    control,    ///< accelerations and tyre angles: autoware_control_msgs/msg/Control
    actuation,  ///< of an actuation model: tier4_vehicle_msgs/msg/ActuationCommandStamped
};

/// A vehicle as topics of ROS 2.
struct Ros2Config {
    static constexpr std::uint16_t last_domain = 101;  ///< whose ports Linux gives to nobody else

    std::uint16_t domain = 0;
    /// Name of the one that is used, with multicast; empty: the loopback, without.
    std::string interface;
    /// In front of all topics and services but `/clock`; empty, or as `/car`.
    std::string space;
    /// Else stamps are of the system's clock.
    bool publishes_clock = true;
    Ros2Commands commands = Ros2Commands::none;
    /// The messages of the vehicle interface are there, too, and its commands may take the vehicle
    /// over.
    bool vehicle_interface = false;
    /// What the program is shown and gives is there, too; of a run alone.
    bool ports_as_topics = false;

    bool takes_commands() const noexcept {
        return commands != Ros2Commands::none || vehicle_interface;
    }
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/fields.hpp>
#include <ddc/recording/header_messages.hpp>

#include <cstdint>
#include <string_view>
#include <tuple>

/// Messages of the vehicle interface, with the definitions and the codes of its specification.
/// Their definitions for ROS 2 are in schemas/vehicle_interface_msgs/msg/.
namespace gateway::messages {

using ddc::recording::Time;

/// Pedals and steering in the vehicle's units.
struct RawControlCommand {
    Time stamp;
    std::uint32_t throttle = 0;
    std::uint32_t brake = 0;
    std::int32_t front_steer = 0;
    std::int32_t rear_steer = 0;
};

struct VehicleControlCommand {
    Time stamp;
    float long_accel_mps2 = 0;        ///< negative in reverse
    float front_wheel_angle_rad = 0;  ///< positive left
    float rear_wheel_angle_rad = 0;   ///< positive left
};

struct HighLevelControlCommand {
    Time stamp;
    float velocity_mps = 0;  ///< negative in reverse
    float curvature = 0;     ///< of the path, in 1/m, positive left
};

struct VehicleStateCommand {
    Time stamp;
    std::uint8_t blinker = 0;    ///< 0 off, 1 left, 2 right, 3 hazard
    std::uint8_t headlight = 0;  ///< 0 off, 1 on, 2 high
    std::uint8_t wiper = 0;      ///< 0 off, 1 low, 2 high, 3 clean
    std::uint8_t gear = 0;       ///< 0 drive, 1 reverse, 2 park, 3 low, 4 neutral
    std::uint8_t mode = 0;       ///< 0 no request, 2 autonomous
    bool hand_brake = false;
    bool horn = false;
    bool autonomous = false;  ///< the same as mode 2
};

struct VehicleOdometry {
    Time stamp;
    float velocity_mps = 0;           ///< negative in reverse
    float front_wheel_angle_rad = 0;  ///< positive left
    float rear_wheel_angle_rad = 0;   ///< positive left
};

/// Codes as of VehicleStateCommand; 255 if the vehicle does not report one.
struct VehicleStateReport {
    Time stamp;
    std::uint8_t fuel = 255;  ///< 0..100; 255 if unknown
    std::uint8_t blinker = 0;
    std::uint8_t headlight = 0;
    std::uint8_t wiper = 0;
    std::uint8_t gear = 0;
    std::uint8_t mode = 0;  ///< 0 manual, 1 not ready, 2 autonomous, 3 disengaged
    bool hand_brake = false;
    bool horn = false;
};

}  // namespace gateway::messages

namespace ddc::recording {

template <>
struct Fields<gateway::messages::RawControlCommand> {
    static constexpr std::string_view name = "vehicle_interface_msgs/msg/RawControlCommand";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::RawControlCommand::stamp),
                        field("throttle", &gateway::messages::RawControlCommand::throttle),
                        field("brake", &gateway::messages::RawControlCommand::brake),
                        field("front_steer", &gateway::messages::RawControlCommand::front_steer),
                        field("rear_steer", &gateway::messages::RawControlCommand::rear_steer));
};

template <>
struct Fields<gateway::messages::VehicleControlCommand> {
    static constexpr std::string_view name = "vehicle_interface_msgs/msg/VehicleControlCommand";
    static constexpr auto members = std::make_tuple(
        field("stamp", &gateway::messages::VehicleControlCommand::stamp),
        field("long_accel_mps2", &gateway::messages::VehicleControlCommand::long_accel_mps2),
        field("front_wheel_angle_rad",
              &gateway::messages::VehicleControlCommand::front_wheel_angle_rad),
        field("rear_wheel_angle_rad",
              &gateway::messages::VehicleControlCommand::rear_wheel_angle_rad));
};

template <>
struct Fields<gateway::messages::HighLevelControlCommand> {
    static constexpr std::string_view name = "vehicle_interface_msgs/msg/HighLevelControlCommand";
    static constexpr auto members = std::make_tuple(
        field("stamp", &gateway::messages::HighLevelControlCommand::stamp),
        field("velocity_mps", &gateway::messages::HighLevelControlCommand::velocity_mps),
        field("curvature", &gateway::messages::HighLevelControlCommand::curvature));
};

template <>
struct Fields<gateway::messages::VehicleStateCommand> {
    static constexpr std::string_view name = "vehicle_interface_msgs/msg/VehicleStateCommand";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::VehicleStateCommand::stamp),
                        field("blinker", &gateway::messages::VehicleStateCommand::blinker),
                        field("headlight", &gateway::messages::VehicleStateCommand::headlight),
                        field("wiper", &gateway::messages::VehicleStateCommand::wiper),
                        field("gear", &gateway::messages::VehicleStateCommand::gear),
                        field("mode", &gateway::messages::VehicleStateCommand::mode),
                        field("hand_brake", &gateway::messages::VehicleStateCommand::hand_brake),
                        field("horn", &gateway::messages::VehicleStateCommand::horn),
                        field("autonomous", &gateway::messages::VehicleStateCommand::autonomous));
};

template <>
struct Fields<gateway::messages::VehicleOdometry> {
    static constexpr std::string_view name = "vehicle_interface_msgs/msg/VehicleOdometry";
    static constexpr auto members = std::make_tuple(
        field("stamp", &gateway::messages::VehicleOdometry::stamp),
        field("velocity_mps", &gateway::messages::VehicleOdometry::velocity_mps),
        field("front_wheel_angle_rad", &gateway::messages::VehicleOdometry::front_wheel_angle_rad),
        field("rear_wheel_angle_rad", &gateway::messages::VehicleOdometry::rear_wheel_angle_rad));
};

template <>
struct Fields<gateway::messages::VehicleStateReport> {
    static constexpr std::string_view name = "vehicle_interface_msgs/msg/VehicleStateReport";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::VehicleStateReport::stamp),
                        field("fuel", &gateway::messages::VehicleStateReport::fuel),
                        field("blinker", &gateway::messages::VehicleStateReport::blinker),
                        field("headlight", &gateway::messages::VehicleStateReport::headlight),
                        field("wiper", &gateway::messages::VehicleStateReport::wiper),
                        field("gear", &gateway::messages::VehicleStateReport::gear),
                        field("mode", &gateway::messages::VehicleStateReport::mode),
                        field("hand_brake", &gateway::messages::VehicleStateReport::hand_brake),
                        field("horn", &gateway::messages::VehicleStateReport::horn));
};

}  // namespace ddc::recording

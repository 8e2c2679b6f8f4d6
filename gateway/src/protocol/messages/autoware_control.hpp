// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/fields.hpp>
#include <ddc/recording/header_messages.hpp>

#include <cstdint>
#include <string_view>
#include <tuple>

/// Messages of autoware_control_msgs and tier4_vehicle_msgs, as of 2024.
namespace gateway::messages {

using ddc::recording::Header;
using ddc::recording::Time;

struct Lateral {
    Time stamp;
    Time control_time;
    float steering_tire_angle = 0;          ///< in rad, positive left
    float steering_tire_rotation_rate = 0;  ///< in rad/s
    bool is_defined_steering_tire_rotation_rate = false;
};

struct Longitudinal {
    Time stamp;
    Time control_time;
    float velocity = 0;      ///< in m/s
    float acceleration = 0;  ///< in m/s^2
    float jerk = 0;          ///< in m/s^3
    bool is_defined_acceleration = false;
    bool is_defined_jerk = false;
};

struct Control {
    Time stamp;
    Time control_time;
    Lateral lateral;
    Longitudinal longitudinal;
};

/// Pedals and steering in the vehicle's units, from a converter.
struct ActuationCommand {
    double accel_cmd = 0;  ///< 0..1
    double brake_cmd = 0;  ///< 0..1
    double steer_cmd = 0;  ///< in the vehicle's unit
};

struct ActuationStatus {
    double accel_status = 0;
    double brake_status = 0;
    double steer_status = 0;
};

struct ActuationCommandStamped {
    Header header;
    ActuationCommand actuation;
};

struct ActuationStatusStamped {
    Header header;
    ActuationStatus status;
};

struct SteeringWheelStatusStamped {
    Time stamp;
    float data = 0;  ///< in rad
};

struct VehicleEmergencyStamped {
    Time stamp;
    bool emergency = false;
};

}  // namespace gateway::messages

namespace ddc::recording {

template <>
struct Fields<gateway::messages::Lateral> {
    static constexpr std::string_view name = "autoware_control_msgs/msg/Lateral";
    static constexpr auto members = std::make_tuple(
        field("stamp", &gateway::messages::Lateral::stamp),
        field("control_time", &gateway::messages::Lateral::control_time),
        field("steering_tire_angle", &gateway::messages::Lateral::steering_tire_angle),
        field("steering_tire_rotation_rate",
              &gateway::messages::Lateral::steering_tire_rotation_rate),
        field("is_defined_steering_tire_rotation_rate",
              &gateway::messages::Lateral::is_defined_steering_tire_rotation_rate));
};

template <>
struct Fields<gateway::messages::Longitudinal> {
    static constexpr std::string_view name = "autoware_control_msgs/msg/Longitudinal";
    static constexpr auto members = std::make_tuple(
        field("stamp", &gateway::messages::Longitudinal::stamp),
        field("control_time", &gateway::messages::Longitudinal::control_time),
        field("velocity", &gateway::messages::Longitudinal::velocity),
        field("acceleration", &gateway::messages::Longitudinal::acceleration),
        field("jerk", &gateway::messages::Longitudinal::jerk),
        field("is_defined_acceleration", &gateway::messages::Longitudinal::is_defined_acceleration),
        field("is_defined_jerk", &gateway::messages::Longitudinal::is_defined_jerk));
};

template <>
struct Fields<gateway::messages::Control> {
    static constexpr std::string_view name = "autoware_control_msgs/msg/Control";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::Control::stamp),
                        field("control_time", &gateway::messages::Control::control_time),
                        field("lateral", &gateway::messages::Control::lateral),
                        field("longitudinal", &gateway::messages::Control::longitudinal));
};

template <>
struct Fields<gateway::messages::ActuationCommand> {
    static constexpr std::string_view name = "tier4_vehicle_msgs/msg/ActuationCommand";
    static constexpr auto members =
        std::make_tuple(field("accel_cmd", &gateway::messages::ActuationCommand::accel_cmd),
                        field("brake_cmd", &gateway::messages::ActuationCommand::brake_cmd),
                        field("steer_cmd", &gateway::messages::ActuationCommand::steer_cmd));
};

template <>
struct Fields<gateway::messages::ActuationStatus> {
    static constexpr std::string_view name = "tier4_vehicle_msgs/msg/ActuationStatus";
    static constexpr auto members =
        std::make_tuple(field("accel_status", &gateway::messages::ActuationStatus::accel_status),
                        field("brake_status", &gateway::messages::ActuationStatus::brake_status),
                        field("steer_status", &gateway::messages::ActuationStatus::steer_status));
};

template <>
struct Fields<gateway::messages::ActuationCommandStamped> {
    static constexpr std::string_view name = "tier4_vehicle_msgs/msg/ActuationCommandStamped";
    static constexpr auto members =
        std::make_tuple(field("header", &gateway::messages::ActuationCommandStamped::header),
                        field("actuation", &gateway::messages::ActuationCommandStamped::actuation));
};

template <>
struct Fields<gateway::messages::ActuationStatusStamped> {
    static constexpr std::string_view name = "tier4_vehicle_msgs/msg/ActuationStatusStamped";
    static constexpr auto members =
        std::make_tuple(field("header", &gateway::messages::ActuationStatusStamped::header),
                        field("status", &gateway::messages::ActuationStatusStamped::status));
};

template <>
struct Fields<gateway::messages::SteeringWheelStatusStamped> {
    static constexpr std::string_view name = "tier4_vehicle_msgs/msg/SteeringWheelStatusStamped";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::SteeringWheelStatusStamped::stamp),
                        field("data", &gateway::messages::SteeringWheelStatusStamped::data));
};

template <>
struct Fields<gateway::messages::VehicleEmergencyStamped> {
    static constexpr std::string_view name = "tier4_vehicle_msgs/msg/VehicleEmergencyStamped";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::VehicleEmergencyStamped::stamp),
                        field("emergency", &gateway::messages::VehicleEmergencyStamped::emergency));
};

}  // namespace ddc::recording

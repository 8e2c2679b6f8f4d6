// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/fields.hpp>
#include <ddc/recording/header_messages.hpp>

#include <cstdint>
#include <string_view>
#include <tuple>

/// Messages of autoware_vehicle_msgs, as of 2024.
namespace gateway::messages {

using ddc::recording::Header;
using ddc::recording::Time;

struct GearCommand {
    Time stamp;
    std::uint8_t command = 0;  ///< 1 neutral, 2 drive, 20 reverse, 22 park
};

struct GearReport {
    Time stamp;
    std::uint8_t report = 0;  ///< as GearCommand::command
};

struct ControlModeReport {
    Time stamp;
    std::uint8_t mode = 0;  ///< 0 no command, 1 autonomous, 4 manual, 5 disengaged, 6 not ready
};

struct SteeringReport {
    Time stamp;
    float steering_tire_angle = 0;  ///< in rad, positive left
};

/// In the frame `base_link`.
struct VelocityReport {
    Header header;
    float longitudinal_velocity = 0;  ///< in m/s
    float lateral_velocity = 0;       ///< in m/s, positive left
    float heading_rate = 0;           ///< in rad/s, positive left
};

struct TurnIndicatorsCommand {
    Time stamp;
    std::uint8_t command = 0;  ///< 0 no command, 1 disable, 2 left, 3 right
};

struct TurnIndicatorsReport {
    Time stamp;
    std::uint8_t report = 0;  ///< 1 disable, 2 left, 3 right
};

struct HazardLightsCommand {
    Time stamp;
    std::uint8_t command = 0;  ///< 0 no command, 1 disable, 2 enable
};

struct HazardLightsReport {
    Time stamp;
    std::uint8_t report = 0;  ///< 1 disable, 2 enable
};

struct Engage {
    Time stamp;
    bool engage = false;
};

/// Request of the service that sets the control mode.
struct ControlModeRequest {
    Time stamp;
    std::uint8_t mode = 0;  ///< 0 no command, 1 autonomous, 4 manual
};

struct ControlModeResponse {
    bool success = false;
};

}  // namespace gateway::messages

namespace ddc::recording {

template <>
struct Fields<gateway::messages::GearCommand> {
    static constexpr std::string_view name = "autoware_vehicle_msgs/msg/GearCommand";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::GearCommand::stamp),
                        field("command", &gateway::messages::GearCommand::command));
};

template <>
struct Fields<gateway::messages::GearReport> {
    static constexpr std::string_view name = "autoware_vehicle_msgs/msg/GearReport";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::GearReport::stamp),
                        field("report", &gateway::messages::GearReport::report));
};

template <>
struct Fields<gateway::messages::ControlModeReport> {
    static constexpr std::string_view name = "autoware_vehicle_msgs/msg/ControlModeReport";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::ControlModeReport::stamp),
                        field("mode", &gateway::messages::ControlModeReport::mode));
};

template <>
struct Fields<gateway::messages::SteeringReport> {
    static constexpr std::string_view name = "autoware_vehicle_msgs/msg/SteeringReport";
    static constexpr auto members = std::make_tuple(
        field("stamp", &gateway::messages::SteeringReport::stamp),
        field("steering_tire_angle", &gateway::messages::SteeringReport::steering_tire_angle));
};

template <>
struct Fields<gateway::messages::VelocityReport> {
    static constexpr std::string_view name = "autoware_vehicle_msgs/msg/VelocityReport";
    static constexpr auto members = std::make_tuple(
        field("header", &gateway::messages::VelocityReport::header),
        field("longitudinal_velocity", &gateway::messages::VelocityReport::longitudinal_velocity),
        field("lateral_velocity", &gateway::messages::VelocityReport::lateral_velocity),
        field("heading_rate", &gateway::messages::VelocityReport::heading_rate));
};

template <>
struct Fields<gateway::messages::TurnIndicatorsCommand> {
    static constexpr std::string_view name = "autoware_vehicle_msgs/msg/TurnIndicatorsCommand";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::TurnIndicatorsCommand::stamp),
                        field("command", &gateway::messages::TurnIndicatorsCommand::command));
};

template <>
struct Fields<gateway::messages::TurnIndicatorsReport> {
    static constexpr std::string_view name = "autoware_vehicle_msgs/msg/TurnIndicatorsReport";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::TurnIndicatorsReport::stamp),
                        field("report", &gateway::messages::TurnIndicatorsReport::report));
};

template <>
struct Fields<gateway::messages::HazardLightsCommand> {
    static constexpr std::string_view name = "autoware_vehicle_msgs/msg/HazardLightsCommand";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::HazardLightsCommand::stamp),
                        field("command", &gateway::messages::HazardLightsCommand::command));
};

template <>
struct Fields<gateway::messages::HazardLightsReport> {
    static constexpr std::string_view name = "autoware_vehicle_msgs/msg/HazardLightsReport";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::HazardLightsReport::stamp),
                        field("report", &gateway::messages::HazardLightsReport::report));
};

template <>
struct Fields<gateway::messages::Engage> {
    static constexpr std::string_view name = "autoware_vehicle_msgs/msg/Engage";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::Engage::stamp),
                        field("engage", &gateway::messages::Engage::engage));
};

template <>
struct Fields<gateway::messages::ControlModeRequest> {
    static constexpr std::string_view name = "autoware_vehicle_msgs/srv/ControlModeCommand_Request";
    static constexpr auto members =
        std::make_tuple(field("stamp", &gateway::messages::ControlModeRequest::stamp),
                        field("mode", &gateway::messages::ControlModeRequest::mode));
};

template <>
struct Fields<gateway::messages::ControlModeResponse> {
    static constexpr std::string_view name =
        "autoware_vehicle_msgs/srv/ControlModeCommand_Response";
    static constexpr auto members =
        std::make_tuple(field("success", &gateway::messages::ControlModeResponse::success));
};

}  // namespace ddc::recording

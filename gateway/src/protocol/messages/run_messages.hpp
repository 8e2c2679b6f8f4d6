// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/fields.hpp>
#include <ddc/recording/header_messages.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

/// Messages of recordings of a run for which ROS 2 has no type.
namespace gateway::messages {

using ddc::recording::Header;

/// A command at its level. Values that the level does not have are zero.
struct Command {
    Header header;
    std::string
        level;  ///< pedals, actuation, acceleration, velocity, curvature, wheel_torques or raw
    bool is_failsafe = false;  ///< it is the fail-safe command
    double steer_rad = 0;      ///< mean angle of the front road wheels, positive left
    double rear_steer_rad = 0;
    double throttle = 0;                      ///< 0..1
    double brake = 0;                         ///< 0..1
    double accel_mps2 = 0;                    ///< along the body
    double velocity_mps = 0;                  ///< along the body
    double curvature_1pm = 0;                 ///< of the path, positive left
    std::array<double, 4> wheel_torque_nm{};  ///< FL, FR, RL, RR
    double actuation_accel = 0;               ///< in the vehicle's unit, as the next two
    double actuation_brake = 0;
    double actuation_steer = 0;
};

/// Values of a vehicle besides its motion. Wheels in the order FL, FR, RL, RR.
struct VehicleState {
    Header header;
    double yaw_rad = 0;    ///< in (-pi, pi], zero along the x axis of the map
    double ax_mps2 = 0;    ///< of the centre of gravity, forward along the road
    double ay_mps2 = 0;    ///< to the left
    double az_mps2 = 0;    ///< away from the road
    double steer_rad = 0;  ///< after the actuator, mean of the front wheels
    double throttle = 0;   ///< after the actuator, 0..1
    double brake = 0;      ///< after the actuator, 0..1
    std::array<double, 4> wheel_spin_radps{};
    std::array<double, 4> wheel_load_n{};
    std::array<double, 4> tyre_force_x_n{};  ///< forward
    std::array<double, 4> tyre_force_y_n{};  ///< to the left
    std::array<double, 4> slip_ratio{};
    std::array<double, 4> slip_angle_rad{};
    std::array<double, 4> suspension_compression_m{};
    std::uint8_t gear = 0;     ///< 1 drive, 2 reverse, 3 park, 4 low, 5 neutral
    std::uint8_t mode = 0;     ///< 1 autonomous, 2 manual, 3 disengaged, 4 not ready
    std::uint8_t blinker = 0;  ///< 1 off, 2 left, 3 right, 4 hazard
};

}  // namespace gateway::messages

namespace ddc::recording {

template <>
struct Fields<gateway::messages::Command> {
    static constexpr std::string_view name = "ddc_msgs/msg/Command";
    static constexpr auto members =
        std::make_tuple(field("header", &gateway::messages::Command::header),
                        field("level", &gateway::messages::Command::level),
                        field("is_failsafe", &gateway::messages::Command::is_failsafe),
                        field("steer_rad", &gateway::messages::Command::steer_rad),
                        field("rear_steer_rad", &gateway::messages::Command::rear_steer_rad),
                        field("throttle", &gateway::messages::Command::throttle),
                        field("brake", &gateway::messages::Command::brake),
                        field("accel_mps2", &gateway::messages::Command::accel_mps2),
                        field("velocity_mps", &gateway::messages::Command::velocity_mps),
                        field("curvature_1pm", &gateway::messages::Command::curvature_1pm),
                        field("wheel_torque_nm", &gateway::messages::Command::wheel_torque_nm),
                        field("actuation_accel", &gateway::messages::Command::actuation_accel),
                        field("actuation_brake", &gateway::messages::Command::actuation_brake),
                        field("actuation_steer", &gateway::messages::Command::actuation_steer));
};

template <>
struct Fields<gateway::messages::VehicleState> {
    static constexpr std::string_view name = "ddc_msgs/msg/VehicleState";
    static constexpr auto members = std::make_tuple(
        field("header", &gateway::messages::VehicleState::header),
        field("yaw_rad", &gateway::messages::VehicleState::yaw_rad),
        field("ax_mps2", &gateway::messages::VehicleState::ax_mps2),
        field("ay_mps2", &gateway::messages::VehicleState::ay_mps2),
        field("az_mps2", &gateway::messages::VehicleState::az_mps2),
        field("steer_rad", &gateway::messages::VehicleState::steer_rad),
        field("throttle", &gateway::messages::VehicleState::throttle),
        field("brake", &gateway::messages::VehicleState::brake),
        field("wheel_spin_radps", &gateway::messages::VehicleState::wheel_spin_radps),
        field("wheel_load_n", &gateway::messages::VehicleState::wheel_load_n),
        field("tyre_force_x_n", &gateway::messages::VehicleState::tyre_force_x_n),
        field("tyre_force_y_n", &gateway::messages::VehicleState::tyre_force_y_n),
        field("slip_ratio", &gateway::messages::VehicleState::slip_ratio),
        field("slip_angle_rad", &gateway::messages::VehicleState::slip_angle_rad),
        field("suspension_compression_m",
              &gateway::messages::VehicleState::suspension_compression_m),
        field("gear", &gateway::messages::VehicleState::gear),
        field("mode", &gateway::messages::VehicleState::mode),
        field("blinker", &gateway::messages::VehicleState::blinker));
};

}  // namespace ddc::recording

// SPDX-License-Identifier: MIT
#include "interface_commands.hpp"

#include "vehicle_interface/numbering.hpp"

#include <cmath>
#include <stdexcept>

namespace gateway::ros2 {
namespace {

void check_finite(std::initializer_list<float> values) {
    for (const float value : values)
        if (!std::isfinite(value)) throw std::runtime_error("it has a value that is not finite");
}

}  // namespace

void check_values(const messages::RawControlCommand& /*any*/) {}

void check_values(const messages::VehicleControlCommand& message) {
    check_finite(
        {message.long_accel_mps2, message.front_wheel_angle_rad, message.rear_wheel_angle_rad});
}

void check_values(const messages::HighLevelControlCommand& message) {
    check_finite({message.velocity_mps, message.curvature});
}

void check_values(const messages::VehicleStateCommand& message) {
    const VehicleStateCommand state = state_of(message);
    if (!is_known(state.blinker) || !is_known(state.headlight) || !is_known(state.wiper) ||
        !is_known(state.gear) || !is_request(state.mode))
        throw std::runtime_error("one of its codes has no meaning in a command");
}

RawCommand control_of(const messages::RawControlCommand& message) noexcept {
    return {message.throttle, message.brake, message.front_steer, message.rear_steer};
}

AccelerationCommand control_of(const messages::VehicleControlCommand& message) noexcept {
    AccelerationCommand control;
    control.accel_mps2 = message.long_accel_mps2;
    control.front_steer_rad = message.front_wheel_angle_rad;
    control.rear_steer_rad = message.rear_wheel_angle_rad;
    return control;
}

CurvatureCommand control_of(const messages::HighLevelControlCommand& message) noexcept {
    return {message.velocity_mps, message.curvature};
}

VehicleStateCommand state_of(const messages::VehicleStateCommand& message) noexcept {
    vehicle_interface::spec::StateCommand command;
    command.blinker = message.blinker;
    command.headlight = message.headlight;
    command.wiper = message.wiper;
    command.gear = message.gear;
    command.mode = message.mode;
    command.hand_brake = message.hand_brake;
    command.horn = message.horn;
    command.autonomous = message.autonomous;
    return to_later(command);
}

}  // namespace gateway::ros2

// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_state.hpp"

#include <autohyu_msgs/Reference.h>
#include <autohyu_msgs/VehicleState.h>

#include <type_traits>

/// Conversion to AutoHYU's messages, either the original ones or those generated here, which differ
/// in some fields. Values without a field in the message are omitted.
namespace messages {

/// True if a message can report that the vehicle is lost. AutoHYU's original one cannot: then no
/// message is published.
template <class State, class = void>
struct TellsFailure : std::false_type {};
template <class State>
struct TellsFailure<State, std::void_t<decltype(State::FAIL)>> : std::true_type {};

template <class Reference, class = void>
struct HasWgs84 : std::false_type {};
template <class Reference>
struct HasWgs84<Reference, std::void_t<decltype(Reference::wgs84)>> : std::true_type {};

template <class Can>
Can to_can(const gateway::autohyu::VehicleState& state) {
    Can can;
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

/// All fields except the stamp.
template <class State>
State to_message(const gateway::autohyu::VehicleState& state) {
    using gateway::autohyu::VehicleState;
    State message;
    if constexpr (TellsFailure<State>::value) {
        const bool is_normal = state.operation_mode == VehicleState::OperationMode::normal;
        message.operation_mode = is_normal ? State::NORMAL : State::FAIL;
    }
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
    message.vehicle_can = to_can<decltype(message.vehicle_can)>(state);
    return message;
}

template <class Reference>
Reference to_reference(double latitude_deg, double longitude_deg) {
    Reference reference;
    reference.projection = "local_cartesian";
    if constexpr (HasWgs84<Reference>::value) {
        reference.wgs84.latitude = latitude_deg;
        reference.wgs84.longitude = longitude_deg;
    } else {
        reference.ref_lat = latitude_deg;
        reference.ref_lon = longitude_deg;
    }
    return reference;
}

}  // namespace messages

// SPDX-License-Identifier: MIT
#pragma once

#include <plant/brake_control_params.hpp>
#include "math/quad.hpp"

#include <cstddef>

namespace plant {

/// Constants of the brakes and their control, derived once. Wheels FL, FR, RL, RR.
struct ControlConstants {
    BrakeControlParams params;
    double full_torque[4] = {};  ///< of each wheel with a full pedal, without a valve
    double hand_torque[4] = {};  ///< of the handbrake
    double valve_slope[4] = {};  ///< slope of the torque above the knee, 1 without a valve
    double paired[4] = {};       ///< 1 for wheels that follow the one closer to locking
    double front[4] = {};        ///< 1 at the front
    double brake_reach[4] = {};  ///< excess sliding speed at which traction control brakes fully
    double inverse_half_track[4] = {};
    double wheelbase = 0.0;
};

/// What the driver asks for; constant during a step. R holds one value per vehicle.
template <class R>
struct alignas(vector_alignment) ControlInput {
    R drive;                        ///< throttle with the sign of the gear, -1..1
    R brake;                        ///< pedal, 0..1
    R handbrake;                    ///< 0, 1
    R steer;                        ///< tangent of the mean angle of the front wheels
    R abs_on, traction_on, esc_on;  ///< 0: switched off by the driver
};

/// State of the control. W holds one value per wheel.
template <class R, class W>
struct alignas(vector_alignment) ControlState {
    R reference;                         ///< yaw rate that ESC aims for
    R throttle_share;                    ///< integral part of traction control, 0..1
    R traction_active;                   ///< 0, 1
    R esc_active;                        ///< 0, 1
    alignas(vector_alignment) W torque;  ///< of the service brake
    W rim;                               ///< circumferential speed one step before
    W cycling;                           ///< 1: the torque of the wheel is controlled by ABS
};

}  // namespace plant

// SPDX-License-Identifier: MIT
#pragma once

#include <plant/state.hpp>

#include <algorithm>
#include <cmath>

namespace plant {

inline bool is_finite(const Command& command) {
    const Actuation& a = command.actuation;
    return std::isfinite(command.steer_rad) && std::isfinite(command.throttle) &&
           std::isfinite(command.brake) && std::isfinite(a.accel) && std::isfinite(a.brake) &&
           std::isfinite(a.steer) &&
           (!command.wheel_torque_nm ||
            std::all_of(command.wheel_torque_nm->begin(), command.wheel_torque_nm->end(),
                        [](double torque_nm) { return std::isfinite(torque_nm); }));
}

/// Limits torques to the maximum that drive or brakes can apply to one wheel. @return whether a
/// value was changed
inline bool limit(PerWheel& torque_nm, double max_torque_nm) {
    const PerWheel before = torque_nm;
    for (double& each : torque_nm) each = std::clamp(each, -max_torque_nm, max_torque_nm);
    return torque_nm != before;
}

/// Limits a command to the range of a snapshot. @return whether a value was changed
inline bool limit(Actuation& command) {
    constexpr double largest = 1e9;
    const Actuation before = command;
    for (double* x : {&command.accel, &command.brake, &command.steer})
        *x = std::clamp(*x, -largest, largest);
    return command.accel != before.accel || command.brake != before.brake ||
           command.steer != before.steer;
}

/// Limits a command. @return whether a value was changed
inline bool limit(Command& command, double max_steer_rad) {
    const Command before = command;
    command.steer_rad = std::clamp(before.steer_rad, -max_steer_rad, max_steer_rad);
    command.throttle = std::clamp(before.throttle, 0.0, 1.0);
    command.brake = std::clamp(before.brake, 0.0, 1.0);
    command.gear = static_cast<Gear>(std::clamp(static_cast<int>(before.gear), -1, 1));
    return limit(command.actuation) || command.steer_rad != before.steer_rad ||
           command.throttle != before.throttle || command.brake != before.brake ||
           command.gear != before.gear;
}

}  // namespace plant

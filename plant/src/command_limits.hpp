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

/// Within what the drive and the brakes of a vehicle have for one wheel; true when something had
/// to be changed.
inline bool limit(PerWheel& torque_nm, double max_torque_nm) {
    const PerWheel asked = torque_nm;
    for (double& each : torque_nm) each = std::clamp(each, -max_torque_nm, max_torque_nm);
    return torque_nm != asked;
}

/// Within what a snapshot can hold; true when something had to be changed.
inline bool limit(Actuation& command) {
    constexpr double largest = 1e9;
    const Actuation asked = command;
    for (double* x : {&command.accel, &command.brake, &command.steer})
        *x = std::clamp(*x, -largest, largest);
    return command.accel != asked.accel || command.brake != asked.brake ||
           command.steer != asked.steer;
}

/// Within the limits; true when something had to be changed.
inline bool limit(Command& command, double max_steer_rad) {
    const Command asked = command;
    command.steer_rad = std::clamp(asked.steer_rad, -max_steer_rad, max_steer_rad);
    command.throttle = std::clamp(asked.throttle, 0.0, 1.0);
    command.brake = std::clamp(asked.brake, 0.0, 1.0);
    command.gear = static_cast<Gear>(std::clamp(static_cast<int>(asked.gear), -1, 1));
    return limit(command.actuation) || command.steer_rad != asked.steer_rad ||
           command.throttle != asked.throttle || command.brake != asked.brake ||
           command.gear != asked.gear;
}

}  // namespace plant

// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/safety_config.hpp"

#include <cmath>

namespace gateway::vehicle_interface {

/// Limits a value. NaN becomes the lower limit.
inline float clamp(float value, const Limits& limits) noexcept {
    if (!(value > limits.min)) return value == limits.min ? value : limits.min;
    return value > limits.max ? limits.max : value;
}

/// The effect of limiting one value.
struct Clamped {
    bool is_changed = false;
    bool is_past_threshold = false;

    Clamped& operator|=(Clamped other) noexcept {
        is_changed |= other.is_changed;
        is_past_threshold |= other.is_past_threshold;
        return *this;
    }
};

inline Clamped clamp_in_place(float& value, const Limits& limits) noexcept {
    const float raw = value;
    value = clamp(raw, limits);
    return {value != raw, std::fabs(value - raw) >= limits.threshold};
}

/// Limits acceleration and front wheel angle, as in the public interface.
inline Clamped limit_front(VehicleControlCommand& control, const SafetyConfig& config) noexcept {
    Clamped result = clamp_in_place(control.long_accel_mps2, config.accel_mps2);
    result |= clamp_in_place(control.front_wheel_angle_rad, config.front_steer_rad);
    return result;
}

/// Limits all values of a command.
inline Outcome limit(Commands& commands, const SafetyConfig& config) noexcept {
    Clamped result = limit_front(commands.control, config);
    result |= clamp_in_place(commands.control.rear_wheel_angle_rad, config.rear_steer_rad);
    if (!result.is_changed) return no_action;
    return action(result.is_past_threshold ? Reports(Report::clamp_past_threshold) : Reports());
}

}  // namespace gateway::vehicle_interface

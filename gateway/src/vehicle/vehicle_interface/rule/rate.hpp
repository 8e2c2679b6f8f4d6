// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/rules.hpp"
#include "vehicle_interface/safety_config.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace gateway::vehicle_interface {

/// The reference for the change of one value: the value sent last, and the time since then.
class RateBase {
  public:
    explicit RateBase(const SafetyConfig& config)
        : first_step_(config.time_step), longest_(config.command_timeout) {}

    struct Base {
        float value = 0;
        float step_s = 0;
    };
    /// @param own the vehicle's value, used for the first command and after a gap
    Base of(Stamp stamp, float own) noexcept {
        if (at_ && stamp <= *at_) return base_;  // the same time has the same base
        const bool is_followed = at_ && stamp - *at_ <= longest_;
        const Stamp step = is_followed ? stamp - *at_ : first_step_;
        base_ = {is_followed ? sent_ : own, std::chrono::duration<float>(step).count()};
        return base_;
    }
    void note_sent(Stamp stamp, float value) noexcept {
        at_ = stamp;
        sent_ = value;
    }
    /// Discards the value sent last.
    void forget() noexcept { at_.reset(); }

  private:
    Stamp first_step_;
    Stamp longest_;
    std::optional<Stamp> at_;
    float sent_ = 0;
    Base base_;
};

/// Limits the rise of a pedal. Its release is not limited.
inline float limit_rise(float wanted, RateBase::Base from, float rise_per_s) noexcept {
    return std::min(wanted, std::max(from.value, 0.0F) + rise_per_s * from.step_s);
}

/// Limits the rise of an acceleration in the direction of motion, or of the intended motion.
/// Braking and less acceleration are not limited.
inline float limit_acceleration(float wanted_mps2, RateBase::Base from, float velocity_mps,
                                const SafetyConfig& config) noexcept {
    const bool moves = std::fabs(velocity_mps) > config.rate.standstill_mps;
    const float way = std::copysign(1.0F, moves ? velocity_mps : wanted_mps2);
    if (!(wanted_mps2 * way > 0)) return wanted_mps2;
    from.value *= way;
    return way * limit_rise(wanted_mps2 * way, from, config.rate.acceleration_rise_mps3);
}

/// Limits the rate of the tyre angle, and with it the lateral jerk, the derivative of
/// v^2 tan(angle) / wheelbase.
inline float limit_steering(float wanted_rad, RateBase::Base from, float velocity_mps,
                            const SafetyConfig& config) noexcept {
    const RateConfig& rate = config.rate;
    const float way_rad = rate.steer_radps * from.step_s;
    const float bend = rate.lateral_jerk_mps3 * config.wheel_base_m * from.step_s /
                       std::max(velocity_mps * velocity_mps, 1e-6F);
    const float tangent = std::tan(from.value);
    const float least_rad = std::max(from.value - way_rad, std::atan(tangent - bend));
    const float most_rad = std::min(from.value + way_rad, std::atan(tangent + bend));
    return std::min(std::max(wanted_rad, least_rad), most_rad);
}

/// Limits the change of acceleration and front wheel angle.
class Rate {
  public:
    explicit Rate(const SafetyConfig& config) : accel_(config), steer_(config) {}

    Outcome apply(Commands& commands, const VehicleOdometry& odometry,
                  const SafetyConfig& config) noexcept {
        VehicleControlCommand& control = commands.control;
        const float accel_mps2 = limit_acceleration(
            control.long_accel_mps2, accel_.of(control.stamp, 0), odometry.velocity_mps, config);
        const float steer_rad = limit_steering(
            control.front_wheel_angle_rad, steer_.of(control.stamp, odometry.front_wheel_angle_rad),
            odometry.velocity_mps, config);
        const bool has_changed = std::fabs(accel_mps2 - control.long_accel_mps2) > 0 ||
                                 std::fabs(steer_rad - control.front_wheel_angle_rad) > 0;
        if (!has_changed) return no_action;  // also if a value is NaN
        control.long_accel_mps2 = accel_mps2;
        control.front_wheel_angle_rad = steer_rad;
        return action(Report::rate_limited);
    }
    void note_sent(const VehicleControlCommand& control) noexcept {
        accel_.note_sent(control.stamp, control.long_accel_mps2);
        steer_.note_sent(control.stamp, control.front_wheel_angle_rad);
    }
    void forget() noexcept {
        accel_.forget();
        steer_.forget();
    }

  private:
    RateBase accel_;
    RateBase steer_;
};

}  // namespace gateway::vehicle_interface

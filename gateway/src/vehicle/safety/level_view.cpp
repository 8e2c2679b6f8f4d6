// SPDX-License-Identifier: MIT
#include "level_view.hpp"

#include "vehicle_interface/rule/limits.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gateway {

using namespace vehicle_interface;

namespace {

using plant::pi;

/// Limits a number that is too large for float.
float as_float(double value) noexcept {
    constexpr double most = std::numeric_limits<float>::max();
    return static_cast<float>(std::isfinite(value) ? std::clamp(value, -most, most) : value);
}

template <class... Values>
bool are_finite(Values... values) noexcept {
    return (std::isfinite(values) && ...);
}

void put(double& value, float seen, float safe) noexcept {
    const bool is_same = safe == seen;  // a value that no rule changed stays bit-identical
    if (!is_same) value = static_cast<double>(safe);
}

/// The swing of the velocity in an oscillation with the configured swing of the acceleration.
float velocity_swing(const OscillationConfig& config) {
    return static_cast<float>(static_cast<double>(config.accel_swing_mps2) /
                              (2 * pi * static_cast<double>(config.frequency_hz)));
}

}  // namespace

LevelView::LevelView(const SafetyConfig& config, double wheel_base_m)
    : config_(config),
      wheel_base_m_(wheel_base_m),
      pedals_(config.oscillation.pedal_swing, config.oscillation),
      velocity_(velocity_swing(config.oscillation), config.oscillation),
      actuation_steer_(config.oscillation.steer_swing_rad, config.oscillation),
      throttle_(config),
      curvature_(config.filters.curvature) {}

/// Converts a control command of each level to the values that the rules check.
struct LevelView::Look {
    LevelView& view;
    Seen& seen;
    float now_mps;

    void operator()(PedalCommand& c) const {
        if (!are_finite(c.throttle, c.brake)) return spoil();
        limit_pedal(c.throttle);
        limit_pedal(c.brake);
        double drive = c.throttle - c.brake;
        if (smooth(view.pedals_, drive)) {
            c.throttle = std::max(drive, 0.0);
            c.brake = std::max(-drive, 0.0);
        }
        limit_throttle(c.throttle, c.brake);
        seen.control.front_wheel_angle_rad = as_float(c.steer_rad);
    }
    void operator()(ActuationCommand& c) const {
        if (!are_finite(c.accel, c.brake, c.steer)) return spoil();
        double drive = c.accel - c.brake;
        if (smooth(view.pedals_, drive)) {
            c.accel = std::max(drive, 0.0);
            c.brake = std::max(-drive, 0.0);
        }
        limit_throttle(c.accel, c.brake);
        smooth(view.actuation_steer_, c.steer);
    }
    void operator()(AccelerationCommand& c) const {
        seen.has_accel = true;
        seen.control.long_accel_mps2 = as_float(c.accel_mps2);
        seen.control.velocity_mps = as_float(c.velocity_mps);
        seen.control.front_wheel_angle_rad = as_float(c.front_steer_rad);
        seen.control.rear_wheel_angle_rad = as_float(c.rear_steer_rad);
    }
    void operator()(VelocityCommand& c) const {
        see_velocity(c.velocity_mps);
        seen.control.front_wheel_angle_rad = as_float(c.steer_rad);
    }
    void operator()(CurvatureCommand& c) const {
        see_velocity(c.velocity_mps);
        seen.control.front_wheel_angle_rad = as_float(
            std::isfinite(c.curvature_1pm) ? std::atan(c.curvature_1pm * view.wheel_base_m_)
                                           : c.curvature_1pm);
    }
    void operator()(WheelTorqueCommand& c) const {
        for (const double torque_nm : c.torque_nm)
            if (!std::isfinite(torque_nm)) return spoil();
        seen.control.front_wheel_angle_rad = as_float(c.steer_rad);
    }
    void operator()(RawCommand&) const {}

    /// Makes the rule `finite` act.
    void spoil() const { seen.control.long_accel_mps2 = std::numeric_limits<float>::quiet_NaN(); }

    void see_velocity(double& velocity_mps) const {
        if (!std::isfinite(velocity_mps)) return spoil();
        smooth(view.velocity_, velocity_mps);
        seen.control.velocity_mps = as_float(velocity_mps);
        seen.control.long_accel_mps2 =
            view.wanted_change(velocity_mps, seen.control.stamp, now_mps);
    }

    void limit_pedal(double& pedal) const {
        const double limited = std::clamp(pedal, 0.0, 1.0);
        const bool is_inside = limited >= pedal && limited <= pedal;
        if (!is_inside) replace(Rule::limits, pedal, limited);
    }

    /// While the brake is applied, the throttle is 0; it rises at most at its limit.
    void limit_throttle(double& throttle, double brake) const {
        const float most_brake = view.config_.release_throttle_brake;
        if (brake > static_cast<double>(most_brake) && throttle > 0)
            replace(Rule::brake_over_throttle, throttle, 0);
        const float wanted = as_float(throttle);
        const float risen = limit_rise(wanted, view.throttle_.of(seen.control.stamp, 0),
                                       view.config_.rate.throttle_rise_per_s);
        if (risen < wanted) replace(Rule::rate, throttle, static_cast<double>(risen));
        view.throttle_.note_sent(seen.control.stamp, as_float(throttle));
    }

    /// Replaces the value as far as the mode of the rule allows.
    void replace(Rule rule, double& value, double by) const {
        const RuleMode mode = view.config_.mode_of(rule);
        if (mode == RuleMode::off) return;
        seen.acted |= rule;
        if (mode == RuleMode::enforce) value = by;
    }

    /// @return whether the value has changed
    bool smooth(OscillationWatch& watch, double& value) const {
        const RuleMode mode = view.config_.mode_of(Rule::oscillation);
        if (mode == RuleMode::off) return false;
        float smoothed = as_float(value);
        if (!watch.apply(smoothed, seen.control.stamp)) return false;
        seen.acted |= Rule::oscillation;
        if (mode != RuleMode::enforce) return false;
        value = static_cast<double>(smoothed);
        return true;
    }
};

/// The opposite of Look.
struct LevelView::Write {
    LevelView& view;
    const Seen& seen;
    const VehicleControlCommand& safe;

    void steer(double& rad) const {
        put(rad, seen.control.front_wheel_angle_rad, safe.front_wheel_angle_rad);
    }
    void operator()(PedalCommand& c) const { steer(c.steer_rad); }
    void operator()(ActuationCommand&) const {}
    void operator()(AccelerationCommand& c) const {
        put(c.accel_mps2, seen.control.long_accel_mps2, safe.long_accel_mps2);
        put(c.velocity_mps, seen.control.velocity_mps, safe.velocity_mps);
        steer(c.front_steer_rad);
        put(c.rear_steer_rad, seen.control.rear_wheel_angle_rad, safe.rear_wheel_angle_rad);
    }
    void operator()(VelocityCommand& c) const {
        view.write_velocity(c.velocity_mps, seen, safe.long_accel_mps2);
        steer(c.steer_rad);
    }
    void operator()(CurvatureCommand& c) const {
        view.write_velocity(c.velocity_mps, seen, safe.long_accel_mps2);
        const bool is_same = safe.front_wheel_angle_rad == seen.control.front_wheel_angle_rad;
        if (!is_same)
            c.curvature_1pm =
                std::tan(static_cast<double>(safe.front_wheel_angle_rad)) / view.wheel_base_m_;
        view.filter_curvature(c.curvature_1pm, safe.stamp);
    }
    void operator()(WheelTorqueCommand& c) const { steer(c.steer_rad); }
    void operator()(RawCommand&) const {}
};

LevelView::Seen LevelView::see(Command& command, Stamp stamp, float velocity_mps) noexcept {
    Seen seen;
    seen.control.stamp = stamp;
    std::visit(Look{*this, seen, velocity_mps}, command.control);
    return seen;
}

void LevelView::write(const Seen& seen, const VehicleControlCommand& safe,
                      Command& command) noexcept {
    std::visit(Write{*this, seen, safe}, command.control);
}

float LevelView::wanted_change(double velocity_mps, Stamp stamp, float now_mps) noexcept {
    const bool is_followed = sent_at_ && stamp - *sent_at_ <= config_.command_timeout;
    if (!is_followed) sent_mps_ = static_cast<double>(now_mps);
    const Stamp step = is_followed ? stamp - *sent_at_ : Stamp(config_.time_step);
    step_s_ = std::chrono::duration<double>(step).count();
    return step_s_ > 0 ? as_float((velocity_mps - sent_mps_) / step_s_) : 0;
}

/// If changes are limited and no time has passed, the velocity does not change.
void LevelView::write_velocity(double& velocity_mps, const Seen& seen, float safe_mps2) noexcept {
    const bool is_same = safe_mps2 == seen.control.long_accel_mps2;
    const bool is_limited = config_.mode_of(Rule::limits) == RuleMode::enforce ||
                            config_.mode_of(Rule::rate) == RuleMode::enforce;
    if (!is_same || (is_limited && !(step_s_ > 0)))
        velocity_mps = sent_mps_ + static_cast<double>(safe_mps2) * std::max(step_s_, 0.0);
    sent_mps_ = velocity_mps;
    sent_at_ = seen.control.stamp;
}

/// Applied after the limits, since a second-order filter overshoots.
void LevelView::filter_curvature(double& curvature_1pm, Stamp stamp) noexcept {
    if (config_.filters.curvature.type == FilterType::none) return;
    const float filtered = curvature_.apply(as_float(curvature_1pm), stamp);
    float steer_rad = as_float(std::atan(static_cast<double>(filtered) * wheel_base_m_));
    if (config_.mode_of(Rule::limits) == RuleMode::enforce)
        steer_rad = clamp(steer_rad, config_.front_steer_rad);
    curvature_1pm = std::tan(static_cast<double>(steer_rad)) / wheel_base_m_;
}

bool specifies_motion(Level level) noexcept {
    return level == Level::acceleration || level == Level::velocity || level == Level::curvature;
}

bool acts_at(Rule rule, Level level) noexcept {
    const bool is_of_vehicle = rule == Rule::platform_report || rule == Rule::report_oscillation;
    if (level == Level::raw) return rule == Rule::manual || rule == Rule::cabin || is_of_vehicle;
    if (rule == Rule::automatic_gear) return specifies_motion(level);
    if (rule == Rule::brake_over_throttle)
        return level == Level::pedals || level == Level::actuation;
    return rule != Rule::limits || level != Level::actuation;
}

}  // namespace gateway

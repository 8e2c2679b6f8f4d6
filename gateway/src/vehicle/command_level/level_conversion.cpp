// SPDX-License-Identifier: MIT
#include "level_conversion.hpp"

#include "gear_choice.hpp"
#include "pedals.hpp"
#include "steering.hpp"

#include "vehicle_interface/raw_scale.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace gateway {
namespace {

/// The brake that holds a vehicle at a standstill, on slopes of up to 20 %.
constexpr double holding_mps2 = 2;
/// What a vehicle is slowed down with that nothing is heard from.
constexpr double unseen_mps2 = 3;
/// A smaller acceleration shifts nothing.
constexpr double shifting_mps2 = 0.5;
/// The correction of an acceleration stays within this: a slope of 30 %.
constexpr double largest_correction_mps2 = 3;

bool are_finite(std::initializer_list<double> values) noexcept {
    return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

struct Finite {
    bool operator()(const PedalCommand& c) const noexcept {
        return are_finite({c.steer_rad, c.throttle, c.brake});
    }
    bool operator()(const ActuationCommand& c) const noexcept {
        return are_finite({c.accel, c.brake, c.steer});
    }
    bool operator()(const AccelerationCommand& c) const noexcept {
        return are_finite({c.accel_mps2, c.velocity_mps, c.front_steer_rad, c.rear_steer_rad});
    }
    bool operator()(const VelocityCommand& c) const noexcept {
        return are_finite({c.velocity_mps, c.steer_rad});
    }
    bool operator()(const CurvatureCommand& c) const noexcept {
        return are_finite({c.velocity_mps, c.curvature_1pm});
    }
    bool operator()(const WheelTorqueCommand& c) const noexcept {
        const auto& t = c.torque_nm;
        return are_finite({t[0], t[1], t[2], t[3], c.steer_rad});
    }
    bool operator()(const RawCommand&) const noexcept { return true; }
};

double speed_of(const Feedback& seen) noexcept {
    return seen.state.velocity_mps.x();
}

}  // namespace

bool is_finite(const Command& command) noexcept {
    return std::visit(Finite{}, command.control);
}

void LevelConversion::rest(Gear gear) noexcept {
    level_ = Level::pedals;
    if (gear != Gear::no_command) gear_ = gear;
}

/// What was gathered at one level means nothing at another one.
void LevelConversion::begin(Level level, Gear asked) noexcept {
    const auto tells_velocity = [](Level of) {
        return of == Level::velocity || of == Level::curvature;
    };
    const Level before = std::exchange(level_, level);
    if (!tells_velocity(level) && asked != Gear::no_command) gear_ = asked;
    if (level == before || (tells_velocity(level) && tells_velocity(before))) return;
    velocity_.reset();
    correction_mps2_ = 0;
}

Command LevelConversion::convert(const Command& command, const VehicleStateCommand& state,
                                 const Feedback& seen, double dt_s) noexcept {
    begin(level_of(command), state.gear);
    hand_brake_ = state.hand_brake;
    PedalCommand pedals;
    if (const auto* accel = std::get_if<AccelerationCommand>(&command.control)) {
        shift_for(accel->accel_mps2, state.gear, seen);
        pedals = pedals_of(*accel, seen, dt_s);
        pedals.steer_rad = accel->front_steer_rad;
    } else if (const auto* velocity = std::get_if<VelocityCommand>(&command.control)) {
        pedals = follow(velocity->velocity_mps, state.gear, seen, dt_s);
        pedals.steer_rad = velocity->steer_rad;
    } else if (const auto* curvature = std::get_if<CurvatureCommand>(&command.control)) {
        pedals = follow(curvature->velocity_mps, state.gear, seen, dt_s);
        pedals.steer_rad = steer_for(config_.steering, curvature->curvature_1pm, speed_of(seen));
    } else if (const auto* raw = std::get_if<RawCommand>(&command.control)) {
        pedals = vehicle_interface::pedals_of(
            {{}, raw->throttle, raw->brake, raw->front_steer, raw->rear_steer}, *config_.raw);
    }
    Command converted{pedals, state, command.stamp};
    converted.state->gear = gear_;
    return converted;
}

bool LevelConversion::is_driving() const noexcept {
    return gear_ != Gear::park && gear_ != Gear::neutral && !hand_brake_;
}

/// Where no gear was asked for, a vehicle that stands goes the way of the acceleration.
void LevelConversion::shift_for(double accel_mps2, Gear asked, const Feedback& seen) noexcept {
    const bool is_strong = std::abs(accel_mps2) >= shifting_mps2;
    if (asked != Gear::no_command || !is_strong || !seen.is_fresh) return;
    const Gear gear = gear_for(accel_mps2, asked, gear_);
    if (gear == gear_ || !may_shift(gear_, gear, speed_of(seen))) return;
    gear_ = gear;
    correction_mps2_ = 0;
}

/// A vehicle that moves is slowed down by an acceleration against its way.
PedalCommand LevelConversion::pedals_of(const AccelerationCommand& asked, const Feedback& seen,
                                        double dt_s) {
    const double speed = direction() * speed_of(seen);
    const double accel = direction() * asked.accel_mps2;
    PedalCommand pedals = pedals_for(config_.pedals, corrected(accel, speed, seen, dt_s), speed);
    pedals.aux_accel_target_mps2 = asked.accel_mps2;
    pedals.aux_speed_target_mps = asked.velocity_mps;
    return pedals;
}

/// Adds what the vehicle lacks of its acceleration, such as on a slope.
double LevelConversion::corrected(double accel_mps2, double speed_mps, const Feedback& seen,
                                  double dt_s) {
    const double wanted = accel_mps2 + correction_mps2_;
    const bool stands = std::abs(speed_mps) < standstill_mps;
    if (!seen.is_fresh || !is_driving() || (stands && accel_mps2 <= 0)) {
        correction_mps2_ = 0;
        return accel_mps2;
    }
    const AccelerationRange range = range_of(config_.pedals, speed_mps);
    const double lack = accel_mps2 - direction() * seen.ax_mps2;
    const bool is_at_limit =
        (wanted > range.max_mps2 && lack > 0) || (wanted < range.min_mps2 && lack < 0);
    if (!is_at_limit)
        correction_mps2_ =
            std::clamp(correction_mps2_ + config_.acceleration_integral_per_s * lack * dt_s,
                       -largest_correction_mps2, largest_correction_mps2);
    return wanted;
}

/// With the gear for it, before which a vehicle that moves is brought to a standstill.
PedalCommand LevelConversion::follow(double velocity_mps, Gear asked, const Feedback& seen,
                                     double dt_s) {
    const Gear gear = gear_for(velocity_mps, asked, gear_);
    const bool can_shift = seen.is_fresh && may_shift(gear_, gear, speed_of(seen));
    if (gear != gear_ && can_shift) {
        gear_ = gear;
        velocity_.reset();
    }
    const bool goes_on = gear == gear_ && is_driving();
    PedalCommand pedals = towards(goes_on ? std::abs(velocity_mps) : 0, seen, dt_s);
    pedals.aux_speed_target_mps = velocity_mps;
    return pedals;
}

/// @param speed_mps along the way the vehicle is in gear for
PedalCommand LevelConversion::towards(double speed_mps, const Feedback& seen, double dt_s) {
    const double measured = direction() * speed_of(seen);
    const bool is_held = speed_mps <= 0 && std::abs(measured) < standstill_mps;
    if (!seen.is_fresh || is_held) {
        velocity_.reset();
        PedalCommand held;
        held.brake = std::min(
            (seen.is_fresh ? holding_mps2 : unseen_mps2) / config_.pedals.full_brake_mps2, 1.0);
        return held;
    }
    const double accel = velocity_.update(speed_mps, measured, direction() * seen.ax_mps2,
                                          range_of(config_.pedals, measured), dt_s);
    PedalCommand pedals = pedals_for(config_.pedals, accel, measured);
    pedals.aux_accel_target_mps2 = direction() * accel;
    return pedals;
}

}  // namespace gateway

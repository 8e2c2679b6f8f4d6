// SPDX-License-Identifier: MIT
#include "actuator/actuator.hpp"

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

/// Down to this tick length, commands may change at every tick without an allocation.
constexpr double shortest_tick_s = 1e-4;

DelayLine make_delay(double dead_time_s) {
    return {SimDuration{std::llround(1e9 * dead_time_s)},
            static_cast<std::size_t>(dead_time_s / shortest_tick_s) + 2};
}

double seconds(SimDuration duration) {
    return 1e-9 * static_cast<double>(duration.count());
}

}  // namespace

Channel::Channel(const ActuatorChannel& params, double full_scale)
    : params_(params), full_scale_(full_scale), delay_(make_delay(params.dead_time_s)) {}

void Channel::reset() {
    delay_.reset(0.0);
    lagged_ = 0.0;
    realised_ = 0.0;
}

double Channel::without_dead_zone(double command) const {
    if (params_.dead_zone == 0.0) return command;
    const double rest = std::max(std::abs(command) - params_.dead_zone, 0.0);
    return std::copysign(rest * full_scale_ / (full_scale_ - params_.dead_zone), command);
}

double Channel::apply(double command, double range, SimDuration now, SimDuration dt) {
    double value = without_dead_zone(command);
    if (params_.dead_time_s > 0.0) {
        delay_.push(now, value);
        value = delay_.mean(now, dt);
    }
    if (params_.lag_s > 0.0) {
        value = lagged_ - (value - lagged_) * std::expm1(-seconds(dt) / params_.lag_s);
    }
    lagged_ = value;
    if (params_.rate_limit_per_s > 0.0) {
        const double most = params_.rate_limit_per_s * seconds(dt);
        value = realised_ + std::clamp(value - realised_, -most, most);
    }
    realised_ = std::clamp(value, range * params_.min, range * params_.max);
    return realised_;
}

void Channel::save(SnapshotWriter& out) const {
    delay_.save(out);
    out.put(lagged_);
    out.put(realised_);
}

void Channel::restore(SnapshotReader& in) {
    delay_.restore(in);
    in.get(lagged_);
    in.get(realised_);
}

Actuator::Actuator(const ActuatorParams& params, double max_steer_rad)
    : steer_full_range_to_mps_(params.steer_full_range_to_mps),
      steer_(params.steer, max_steer_rad),
      throttle_(params.throttle, 1.0),
      brake_(params.brake, 1.0) {}

void Actuator::reset() {
    steer_.reset();
    throttle_.reset();
    brake_.reset();
}

/// Fraction of the saturation of the steering that is available at this speed.
double Actuator::steer_range(double speed_mps) const {
    const double full_to_mps = steer_full_range_to_mps_;
    if (full_to_mps == 0.0 || std::abs(speed_mps) <= full_to_mps) return 1.0;
    return std::pow(full_to_mps / speed_mps, 2);
}

Command Actuator::apply(const Command& command, double speed_mps, SimDuration now, SimDuration dt) {
    Command realised = command;
    realised.steer_rad = steer_.apply(command.steer_rad, steer_range(speed_mps), now, dt);
    realised.throttle = throttle_.apply(command.throttle, 1.0, now, dt);
    realised.brake = brake_.apply(command.brake, 1.0, now, dt);
    return realised;
}

void Actuator::save(SnapshotWriter& out) const {
    for (const Channel* channel : {&steer_, &throttle_, &brake_}) channel->save(out);
}

void Actuator::restore(SnapshotReader& in) {
    for (Channel* channel : {&steer_, &throttle_, &brake_}) channel->restore(in);
}

}  // namespace plant

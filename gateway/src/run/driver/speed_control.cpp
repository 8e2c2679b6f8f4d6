// SPDX-License-Identifier: MIT
#include "speed_control.hpp"

#include "command_level/pedals.hpp"

#include <algorithm>

namespace gateway {

PedalCommand SpeedControl::pedals(const SpeedTarget& target, double speed_mps, double passed_s) {
    constexpr double rise_per_s = 2;
    if (target.is_free) return last_ = {};
    const double a_mps2 = acceleration_mps2(target, speed_mps, passed_s);
    if (target.is_to_stop && speed_mps < standstill_mps) return last_ = hold(passed_s);
    PedalCommand pedals = pedals_for(pedals_, a_mps2, speed_mps);
    const double rise = std::max(rise_per_s, jerk_mps3_ / pedals_.full_throttle_mps2) * passed_s;
    pedals.throttle = std::min(pedals.throttle, last_.throttle + rise);
    pedals.brake = std::max(0.0, pedals.brake);  // not -0
    return last_ = pedals;
}

/// Brakes increasingly, with the limited jerk.
PedalCommand SpeedControl::hold(double passed_s) const {
    constexpr double most = 0.3;
    PedalCommand pedals;
    pedals.brake = std::min(most, last_.brake + jerk_mps3_ / pedals_.full_brake_mps2 * passed_s);
    return pedals;
}

double SpeedControl::acceleration_mps2(const SpeedTarget& target, double speed_mps,
                                       double passed_s) {
    constexpr double proportional_per_s = 1.0, integral_per_s2 = 0.1, most_mps2 = 1.0;
    constexpr double near_mps = 0.5;
    const double error_mps = target.speed_mps - speed_mps;
    const double wanted = target.slope_mps2 + proportional_per_s * error_mps + integral_mps2_;
    const double limited = std::clamp(wanted, limits_.min_mps2, limits_.max_mps2);
    const double change = jerk_mps3_ * passed_s;
    acceleration_mps2_ =
        std::clamp(limited, acceleration_mps2_ - change, acceleration_mps2_ + change);
    const bool is_near = std::abs(error_mps) < near_mps;
    if (is_near && speed_mps > standstill_mps)
        integral_mps2_ = std::clamp(integral_mps2_ + integral_per_s2 * error_mps * passed_s,
                                    -most_mps2, most_mps2);
    return acceleration_mps2_;
}

}  // namespace gateway

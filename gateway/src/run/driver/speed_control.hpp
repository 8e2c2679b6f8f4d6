// SPDX-License-Identifier: MIT
#pragma once

#include "command_level/level_conversion_config.hpp"
#include "command_level/velocity_controller.hpp"

#include <gateway/base/command.hpp>

namespace gateway {

/// A speed to be driven now.
struct SpeedTarget {
    double speed_mps = 0;
    double slope_mps2 = 0;    ///< its derivative by time, a little ahead
    bool is_to_stop = false;  ///< hold the vehicle at a standstill
    bool is_free = false;     ///< no pedal; the other members have no effect
};

/// Drives a speed by the pedals: feed-forward of the acceleration and of the resistance, and
/// proportional and integral feedback of the speed. Acceleration and jerk are limited.
class SpeedControl {
  public:
    /// @param limits of the acceleration
    SpeedControl(const PedalResponse& pedals, AccelerationRange limits, double jerk_mps3)
        : pedals_(pedals), limits_(limits), jerk_mps3_(jerk_mps3) {}

    /// Throttle and brake; the other members are left at their defaults.
    /// @param passed_s since the call before
    PedalCommand pedals(const SpeedTarget& target, double speed_mps, double passed_s);

  private:
    PedalCommand hold(double passed_s) const;
    double acceleration_mps2(const SpeedTarget& target, double speed_mps, double passed_s);

    PedalResponse pedals_;
    AccelerationRange limits_;
    double jerk_mps3_;
    double acceleration_mps2_ = 0;  ///< of the call before
    double integral_mps2_ = 0;
    PedalCommand last_;  ///< of the call before
};

}  // namespace gateway

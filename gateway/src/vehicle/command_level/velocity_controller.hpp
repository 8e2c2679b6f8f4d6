// SPDX-License-Identifier: MIT
#pragma once

#include "level_conversion_config.hpp"

namespace gateway {

/// What of an acceleration can be had at the moment.
struct AccelerationRange {
    double min_mps2 = 0;
    double max_mps2 = 0;
};

/// From a velocity to an acceleration, both positive the way the vehicle is in gear for.
///
/// A reference approaches the wanted velocity as a first-order lag, no faster than the limits of
/// the gains and never further than 1 m/s from the vehicle. Its slope is the feed-forward; a PID of
/// what the vehicle lags behind it is added:
///
///     a = slope + P (reference - v) + I integral(reference - v) + D (slope - dv/dt)
///
/// While `a` is at its limit the integral does not move on towards it, so nothing winds up. Source:
/// K. J. Astrom, T. Hagglund, Advanced PID Control, sections 3.4 to 3.6.
class VelocityController {
  public:
    explicit VelocityController(const VelocityGains& gains) : gains_(gains) {}

    /// The next update starts from the velocity that is measured then.
    void reset() { is_running_ = false; }

    /// @param dt_s that the result will be held; 0 moves nothing on
    double update(double target_mps, double measured_mps, double measured_mps2,
                  AccelerationRange range, double dt_s) noexcept;

    /// What the wanted velocity has become so far.
    double reference_mps() const noexcept { return reference_mps_; }

  private:
    VelocityGains gains_;
    bool is_running_ = false;
    double reference_mps_ = 0;
    double integral_mps2_ = 0;
};

}  // namespace gateway

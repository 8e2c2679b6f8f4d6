// SPDX-License-Identifier: MIT
#pragma once

#include "level_conversion_config.hpp"

namespace gateway {

/// The accelerations that are possible at present.
struct AccelerationRange {
    double min_mps2 = 0;
    double max_mps2 = 0;
};

/// Converts a target velocity to an acceleration; both are positive in the direction of the gear.
///
/// A reference approaches the target velocity as a first-order lag, within the limits of the gains
/// and at most 1 m/s from the vehicle's velocity. Its slope is the feed-forward; a PID of the
/// difference between reference and vehicle is added:
///
///     a = slope + P (reference - v) + I integral(reference - v) + D (slope - dv/dt)
///
/// While `a` is at its limit, the integral does not change towards the limit (anti-windup). Source:
/// K. J. Astrom, T. Hagglund, Advanced PID Control, sections 3.4 to 3.6.
class VelocityController {
  public:
    explicit VelocityController(const VelocityGains& gains) : gains_(gains) {}

    /// The next update starts from the measured velocity.
    void reset() { is_running_ = false; }

    /// @param dt_s how long the result is used; 0 keeps reference and integral unchanged
    double update(double target_mps, double measured_mps, double measured_mps2,
                  AccelerationRange range, double dt_s) noexcept;

    /// The present reference.
    double reference_mps() const noexcept { return reference_mps_; }

  private:
    VelocityGains gains_;
    bool is_running_ = false;
    double reference_mps_ = 0;
    double integral_mps2_ = 0;
};

}  // namespace gateway

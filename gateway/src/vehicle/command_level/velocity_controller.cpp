// SPDX-License-Identifier: MIT
#include "velocity_controller.hpp"

#include <algorithm>

namespace gateway {
namespace {

/// Limits the effort if the vehicle is stopped by an obstacle or cannot follow.
constexpr double largest_lead_mps = 1;

}  // namespace

double VelocityController::update(double target_mps, double measured_mps, double measured_mps2,
                                  AccelerationRange range, double dt_s) noexcept {
    if (!is_running_) {
        is_running_ = true;
        reference_mps_ = measured_mps;
        integral_mps2_ = 0;
    }
    range.max_mps2 = std::min(range.max_mps2, gains_.max_acceleration_mps2);
    range.min_mps2 = std::max(range.min_mps2, -gains_.max_deceleration_mps2);
    const double slope = std::clamp((target_mps - reference_mps_) / gains_.response_s,
                                    -gains_.max_deceleration_mps2, gains_.max_acceleration_mps2);
    const double error = reference_mps_ - measured_mps;
    const double wanted = slope + gains_.proportional_per_s * error + integral_mps2_ +
                          gains_.derivative * (slope - measured_mps2);
    const bool is_at_limit =
        (wanted > range.max_mps2 && error > 0) || (wanted < range.min_mps2 && error < 0);
    if (!is_at_limit) integral_mps2_ += gains_.integral_per_s2 * error * dt_s;
    reference_mps_ = std::clamp(reference_mps_ + slope * dt_s, measured_mps - largest_lead_mps,
                                measured_mps + largest_lead_mps);
    return std::clamp(wanted, range.min_mps2, range.max_mps2);
}

}  // namespace gateway

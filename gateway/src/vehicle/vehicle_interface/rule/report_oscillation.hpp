// SPDX-License-Identifier: MIT
#pragma once

#include "oscillation.hpp"

namespace gateway::vehicle_interface {

/// Tells that the velocity or the steering that a vehicle reports oscillates. It changes nothing:
/// what a vehicle says of itself is the best that is known of it.
class ReportOscillation {
  public:
    explicit ReportOscillation(const OscillationConfig& config)
        : velocity_(config.velocity_swing_mps, config), steer_(config.steer_swing_rad, config) {}

    Outcome look(const VehicleOdometry& odometry) noexcept {
        float velocity_mps = odometry.velocity_mps, steer_rad = odometry.front_wheel_angle_rad;
        Reports reports;
        if (velocity_.apply(velocity_mps, odometry.stamp))
            reports |= Report::high_frequency_velocity_report;
        if (steer_.apply(steer_rad, odometry.stamp)) reports |= Report::high_frequency_steer_report;
        return reports.empty() ? no_action : action(reports);
    }

  private:
    OscillationWatch velocity_;
    OscillationWatch steer_;
};

}  // namespace gateway::vehicle_interface

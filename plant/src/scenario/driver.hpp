// SPDX-License-Identifier: MIT
#pragma once

#include <plant/scenario.hpp>
#include <plant/steer_movement.hpp>

namespace plant {

/// Calculates the command of a scenario from the time and the state: controls, steering movement,
/// driver model of a course, and speed control. Keeps a reference to the scenario.
class Driver {
  public:
    Driver(const Scenario& scenario, const VehicleParams& vehicle);

    /// The command for the tick of `dt_s` that starts at `t_s`.
    Command command(double t_s, double dt_s, const State& state);

  private:
    double steer(double t_s, const State& state);
    double around(double course_rad, double speed, const State& state);
    double followed(double course_rad, double speed, const State& state) const;
    void hold_speed(double t_s, double dt_s, const State& state, Command& command);

    const Scenario& scenario_;
    SteerMovement movement_;
    double wheelbase_m_;
    double integral_ = 0.0;
    double turn_rad_ = 0.0;  ///< integral term on a circle
};

}  // namespace plant

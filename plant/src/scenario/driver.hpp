// SPDX-License-Identifier: MIT
#pragma once

#include <plant/scenario.hpp>

namespace plant {

/// What a scenario asks of the vehicle, from the time and the state.
class Driver {
  public:
    Driver(const Scenario& scenario, const VehicleParams& vehicle);

    /// The command for the tick of `dt_s` that starts at `t_s`.
    Command command(double t_s, double dt_s, const State& state);

  private:
    double steer(double t_s, const State& state) const;
    double followed(double course_rad, double speed, const State& state) const;
    void hold_speed(double t_s, double dt_s, const State& state, Command& command);

    const Scenario& scenario_;
    double wheelbase_m_;
    double integral_ = 0.0;
};

/// Lateral place of the middle of the lane of a double lane change; x from its start.
double course_middle_m(const Course& course, double x_m);

}  // namespace plant

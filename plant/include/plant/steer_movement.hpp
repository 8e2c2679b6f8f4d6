// SPDX-License-Identifier: MIT
#pragma once

#include <plant/scenario.hpp>

#include <optional>

namespace plant {

/// The steering movement of an open-loop manoeuvre. Copies the program.
class SteerMovement {
  public:
    /// @param program its shape may be none: then the angle is 0
    explicit SteerMovement(const SteerProgram& program) : program_(program) {}

    /// The angle of the front road wheels in rad. To be called with increasing times.
    /// @param t_s from the start of the scenario
    /// @param roll_rate_radps of the body; a fishhook reverses by it
    double angle_rad(double t_s, double roll_rate_radps);

  private:
    double fishhook_rad(double t_s, double roll_rate_radps);

    SteerProgram program_;
    std::optional<double> reversed_s_;  ///< time of a fishhook's reversal, from its start
};

}  // namespace plant

// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>
#include "actuator/delay_line.hpp"

#include <cstddef>
#include <vector>

namespace plant {

/// Dead time of one actuation command.
///
/// Reference behaviour: a queue with one place for each nominal step of the dead time, initially
/// zeros; a command takes effect that many steps later, whatever their duration. Corrected
/// behaviour: a command takes effect after the dead time in seconds, rounded to a step.
class DeadTime {
  public:
    DeadTime(Compatibility compatibility, double delay_s, double nominal_step_s);

    void clear();

    /// Enters the command of the step that begins `now`.
    /// @param middle middle of the step, at which the delay is evaluated
    /// @return the command that takes effect during the step
    double pass(double command, SimDuration now, SimDuration middle);

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    double through_queue(double command);

    bool in_seconds_;
    double delay_s_;
    std::vector<double> queue_;  ///< ring of the reference behaviour
    std::size_t front_ = 0;
    DelayLine line_;
};

}  // namespace plant

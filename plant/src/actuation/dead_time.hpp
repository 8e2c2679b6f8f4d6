// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>
#include "actuator/delay_line.hpp"

#include <cstddef>
#include <vector>

namespace plant {

/// Dead time of one actuation command.
///
/// Reference behaviour: a queue of zeros, as long as the dead time has nominal steps; a command
/// comes out that many steps later, however long they are. Corrected behaviour: a command comes
/// out that many seconds later, to the nearest step.
class DeadTime {
  public:
    DeadTime(Compatibility compatibility, double delay_s, double nominal_step_s);

    void clear();

    /// What acts during the step that begins `now` and has this middle, in which `command` is
    /// given.
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

// SPDX-License-Identifier: MIT
#pragma once

#include "ddc_program.hpp"

namespace gateway {

/// Shows a program what it asked for: before each turn, all its inputs as one snapshot.
class DdcInputs : public Observer {
  public:
    /// @param route may be null: trajectories are then empty
    DdcInputs(DdcProgram& program, const Route* route);

    void before_turn(SimTime now, const Feedback& feedback) override;

    /// Turns whose inputs could not be written within the table's lock time-out.
    std::uint64_t missed() const { return missed_; }

  private:
    DdcProgram& program_;
    const Route* route_;
    Trajectory trajectory_;
    std::uint64_t missed_ = 0;
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "../route/route_tracker.hpp"
#include "ddc_program.hpp"

namespace gateway {

/// Shows a program what it asked for: before each turn, all its inputs as one snapshot.
class DdcInputs : public Observer {
  public:
    DdcInputs(DdcProgram& program, const RouteTracker& route) : program_(program), route_(route) {}

    void before_turn(SimTime now, const Feedback& feedback) override;

    /// Turns whose inputs could not be written within the table's lock time-out.
    std::uint64_t missed() const { return missed_; }

  private:
    DdcProgram& program_;
    const RouteTracker& route_;
    std::uint64_t missed_ = 0;
};

}  // namespace gateway

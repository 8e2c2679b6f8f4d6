// SPDX-License-Identifier: MIT
#pragma once

#include "../route/route_tracker.hpp"
#include "program_link.hpp"

namespace gateway {

/// Shows a program what it asked for: before each turn, all its inputs as one snapshot.
class MeasuredInputs : public Observer {
  public:
    MeasuredInputs(ProgramLink& program, const RouteTracker& route)
        : program_(program), route_(route) {}

    void before_turn(SimTime now, const Feedback& feedback) override;

    /// Turns whose inputs could not be written within the table's lock time-out.
    std::uint64_t missed() const { return missed_; }

  private:
    ProgramLink& program_;
    const RouteTracker& route_;
    std::uint64_t missed_ = 0;
};

}  // namespace gateway

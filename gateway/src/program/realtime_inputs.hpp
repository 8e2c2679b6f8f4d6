// SPDX-License-Identifier: MIT
#pragma once

#include "../route/route_tracker.hpp"
#include "realtime_program.hpp"

namespace gateway {

/// Streams what a program asked for into the DDC, once a period; while the vehicle's state is not
/// fresh it writes nothing, and the program idles.
class RealtimeInputs : public Observer {
  public:
    RealtimeInputs(RealtimeProgram& program, const RouteTracker& route)
        : program_(program), route_(route) {}

    void before_turn(SimTime now, const Feedback& feedback) override {
        if (feedback.is_fresh)
            program_.stream({feedback, route_.trajectory()}, now - last_turn_);
        else
            program_.idle();
        last_turn_ = now;
    }

  private:
    RealtimeProgram& program_;
    const RouteTracker& route_;
    SimTime last_turn_{0};
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "../route/route_tracker.hpp"
#include "samples.hpp"

#include <gateway/seams.hpp>

namespace gateway {

/// Numbers about a run, gathered turn by turn for the summary.
class RunStatistics : public Observer {
  public:
    /// @param expected_turns space is set aside for so many
    RunStatistics(const RouteTracker& route, std::size_t expected_turns)
        : route_(route), execution_time_s_(expected_turns), latency_us_(expected_turns) {}

    void after_turn(const TurnRecord& record) override;

    /// Turns that the program took.
    std::uint64_t turns() const { return turns_; }
    /// Simulated time of the turns that were fail-safe.
    SimTime failsafe() const { return failsafe_; }
    Percentiles execution_time_s() const { return execution_time_s_.percentiles(); }
    /// Of the whole exchange with the program, on the steady clock.
    Percentiles latency_us() const { return latency_us_.percentiles(); }
    double route_max_m() const { return route_max_m_; }
    double route_rms_m() const;

  private:
    const RouteTracker& route_;
    Samples execution_time_s_;
    Samples latency_us_;
    std::uint64_t turns_ = 0;
    SimTime failsafe_{0};
    double route_max_m_ = 0;
    double route_sum_squared_m2_ = 0;
};

}  // namespace gateway

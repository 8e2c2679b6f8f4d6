// SPDX-License-Identifier: MIT
#pragma once

#include "samples.hpp"

#include <gateway/base/histogram.hpp>
#include <gateway/base/seams.hpp>
#include "route/route_tracker.hpp"

namespace gateway {

/// Collects numbers about a run in each cycle, for the summary.
class RunStatistics : public Observer {
  public:
    /// @param expected_cycles memory is allocated for the execution times of so many; 0 in realtime
    ///        mode, where they are 0 and a run may have no end
    RunStatistics(const RouteTracker& route, std::size_t expected_cycles)
        : route_(route), execution_time_s_(expected_cycles) {}

    void after_cycle(const CycleRecord& record) override;
    void finish(Summary& summary) override;

  private:
    double route_rms_m() const;

    const RouteTracker& route_;
    Samples execution_time_s_;
    Histogram latency_;         ///< of the whole exchange with the controller, on the steady clock
    std::uint64_t cycles_ = 0;  ///< with a command
    SimTime failsafe_{0};       ///< simulated time of the cycles in fail-safe
    double route_max_m_ = 0;
    double route_sum_squared_m2_ = 0;
};

}  // namespace gateway

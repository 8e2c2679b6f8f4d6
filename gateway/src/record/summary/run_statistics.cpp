// SPDX-License-Identifier: MIT
#include "run_statistics.hpp"

#include "summary.hpp"

#include <cmath>

namespace gateway {

void RunStatistics::after_cycle(const CycleRecord& record) {
    using std::chrono::duration;
    if (record.cycle.is_failsafe) {
        failsafe_ += record.schedule.next_cycle - record.now;
        return;
    }
    ++cycles_;
    execution_time_s_.add(duration<double>(record.schedule.execution_time).count());
    latency_.add(record.cycle.latency);
    route_max_m_ = std::max(route_max_m_, route_.distance_m());
    route_sum_squared_m2_ += route_.distance_m() * route_.distance_m();
}

void RunStatistics::finish(Summary& summary) {
    summary.cycles = cycles_;
    summary.execution_time_s = execution_time_s_.percentiles();
    summary.cycle_latency_us = latency_.percentiles_us();
    summary.has_route = route_.has_route();
    summary.route_max_m = route_max_m_;
    summary.route_rms_m = route_rms_m();
    summary.failsafe_s = std::chrono::duration<double>(failsafe_).count();
}

double RunStatistics::route_rms_m() const {
    return cycles_ == 0 ? 0 : std::sqrt(route_sum_squared_m2_ / static_cast<double>(cycles_));
}

}  // namespace gateway

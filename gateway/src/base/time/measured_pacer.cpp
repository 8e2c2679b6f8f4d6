// SPDX-License-Identifier: MIT
#include "measured_pacer.hpp"

#include <algorithm>
#include <cmath>

namespace gateway {

SimTime MeasuredPacer::execution_time(const Cycle& cycle) const {
    if (timing_.constant_execution_time) return *timing_.constant_execution_time + cycle.added_time;
    const double scaled_ns =
        static_cast<double>(cycle.execution_time.count()) * timing_.execution_time_scale;
    return SimTime(std::llround(scaled_ns)) + cycle.added_time;
}

Schedule MeasuredPacer::schedule(SimTime now, const Cycle& cycle) {
    const SimTime execution = execution_time(cycle);
    const SimTime duration = std::max(execution, timing_.cycle_duration);
    switch (timing_.output_delay) {
        case OutputDelay::reference:
            return {execution, now + duration, now + duration};
        case OutputDelay::execution_time:
            return {execution, now + execution, now + duration};
        case OutputDelay::none:
            break;
    }
    return {execution, now, now + duration};
}

}  // namespace gateway

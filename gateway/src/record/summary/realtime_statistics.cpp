// SPDX-License-Identifier: MIT
#include "realtime_statistics.hpp"

#include "summary.hpp"

namespace gateway {

void RealtimeStatistics::after_cycle(const CycleRecord& record) {
    see_freshness(record.feedback.is_fresh);
    ++cycles_;
    last_output_age_.reset();
    if (record.cycle.is_failsafe)
        ++failsafe_cycles_;
    else
        last_output_age_ = controller_.status().output_age;
    if (last_output_age_) output_age_.add(*last_output_age_);
}

void RealtimeStatistics::see_freshness(bool is_fresh) {
    if (is_fresh == is_fresh_) return;
    const bool is_loss = is_fresh_.value_or(false);
    const bool is_start = !is_fresh_;
    is_fresh_ = is_fresh;
    was_vehicle_there_ = was_vehicle_there_ || is_fresh;
    if (is_loss) ++vehicle_losses_;
    if (is_start && is_fresh) return;
    log_(is_fresh ? info_of("vehicle", "the vehicle is back")
                  : warning_of("vehicle",
                               "operation_mode FAIL: the vehicle is lost; fail-safe command active "
                               "and the program idle until the vehicle is back"));
}

void RealtimeStatistics::finish(Summary& summary) {
    RealtimeSummary& realtime = summary.realtime_part();
    const RealTimeRunner& runner = pacer_.runner();
    realtime.lateness_us = runner.lateness().percentiles_us();
    realtime.output_age_us = output_age_.percentiles_us();
    realtime.overruns = runner.counters().overruns;
    realtime.skipped = runner.counters().skipped;
    realtime.pauses = pacer_.pauses();
    realtime.vehicle_losses = vehicle_losses_;
    if (!was_vehicle_there_ && cycles_ > 0) realtime.never_there = vehicle_.explain();
    const ControllerStatus status = controller_.status();
    realtime.program_silences = status.silences;
    realtime.rejected_outputs = status.rejected_outputs;
}

}  // namespace gateway

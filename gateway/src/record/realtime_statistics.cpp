// SPDX-License-Identifier: MIT
#include "realtime_statistics.hpp"

namespace gateway {

void RealtimeStatistics::before_turn(SimTime /*now*/, const Feedback& feedback) {
    if (feedback.is_fresh == is_fresh_) return;
    const bool is_loss = is_fresh_.value_or(false);
    const bool is_start = !is_fresh_;
    is_fresh_ = feedback.is_fresh;
    was_vehicle_heard_ = was_vehicle_heard_ || feedback.is_fresh;
    if (is_loss) ++state_losses_;
    if (is_start && feedback.is_fresh) return;
    program_.link().peer().report(
        feedback.is_fresh ? "the vehicle is heard of"
                          : "operation_mode FAIL: the vehicle is not heard of; the program idles "
                            "and the vehicle is held fail-safe until it is");
}

void RealtimeStatistics::after_turn(const TurnRecord& record) {
    ++turns_;
    if (record.turn.is_failsafe)
        ++failsafe_turns_;
    else if (const auto age = program_.output_age())
        output_age_.add(*age);
}

}  // namespace gateway

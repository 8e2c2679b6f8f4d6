// SPDX-License-Identifier: MIT
#include "realtime_evidence.hpp"

#include "summary/summary.hpp"

#include <unistd.h>

namespace gateway {
namespace {

using std::chrono::nanoseconds;

/// These phases of a period end after its observers have been called.
constexpr Phase after_observers[] = {Phase::observers, Phase::act};

float microseconds_of(nanoseconds value) {
    return std::chrono::duration<float, std::micro>(value).count();
}

bool is_after_observers(std::size_t phase) {
    for (const Phase later : after_observers)
        if (phase == static_cast<std::size_t>(later)) return true;
    return false;
}

}  // namespace

RealtimeEvidence::RealtimeEvidence(const EvidenceSources& sources)
    : sources_(sources), collector_(sources.pacer.runner().period(), ::gettid()) {}

void RealtimeEvidence::after_cycle(const CycleRecord& record) {
    const Profile::Durations taken = sources_.profile.take();
    complete(taken);
    begin(record, taken);
}

/// Adds the phases that ended after the last call.
void RealtimeEvidence::complete(const Profile::Durations& taken) noexcept {
    if (!period_) return;
    nanoseconds to_act = convert_;
    for (const Phase phase : after_observers) {
        const auto i = static_cast<std::size_t>(phase);
        period_->phases_us[i] = microseconds_of(taken[i]);
        to_act += taken[i];
    }
    if (has_command_) set(Measure::command_to_act, to_act);
    collector_.add(*period_);
    period_.reset();
}

void RealtimeEvidence::begin(const CycleRecord& record, const Profile::Durations& taken) {
    Period& period = period_.emplace();
    period.at = record.now;
    period.began = sources_.pacer.began();
    period.is_overrun = sources_.pacer.lateness() >= sources_.pacer.runner().period();
    for (std::size_t i = 0; i < phase_count; ++i)
        if (!is_after_observers(i)) period.phases_us[i] = microseconds_of(taken[i]);
    convert_ = taken[static_cast<std::size_t>(Phase::convert)];
    has_command_ = !record.cycle.is_failsafe;
    set(Measure::lateness, sources_.pacer.lateness());
    if (record.cycle.answer > nanoseconds{0}) set(Measure::answer, record.cycle.answer);
    if (const auto age = sources_.statistics.output_age(); age && has_command_)
        set(Measure::output_age, *age);
    if (sources_.link == nullptr) return;
    if (record.feedback.is_fresh)
        set(Measure::state_age, sources_.link->since_arrival(period.began));
    const vds1::ClientStatistics& link = sources_.link->statistics();
    if (link.round_trip.count() > round_trips_) set(Measure::round_trip, link.last_round_trip);
    round_trips_ = link.round_trip.count();
}

void RealtimeEvidence::set(Measure measure, nanoseconds value) noexcept {
    (*period_)[measure] = microseconds_of(value);
}

void RealtimeEvidence::finish(Summary& summary) {
    complete(sources_.profile.take());
    collector_.finish();
    summary.realtime_part().evidence = std::make_shared<const Evidence>(collector_.evidence());
}

}  // namespace gateway

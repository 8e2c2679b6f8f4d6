// SPDX-License-Identifier: MIT
#include "reaction_watch.hpp"

namespace gateway {
namespace {

double seconds(SimTime time) {
    return std::chrono::duration<double>(time).count();
}

void set_if_held(std::optional<Condition>& condition, const std::vector<double>& columns,
                 double after_s, std::optional<double>& time_s) {
    if (condition && !time_s && condition->holds(columns)) time_s = after_s;
}

}  // namespace

ReactionWatch::ReactionWatch(const PlannedFault& fault, ColumnReader& columns)
    : has_end_(fault.until.has_value()) {
    const auto set = [&](std::optional<Condition>& condition, const auto& formula) {
        if (formula) condition.emplace(*formula, columns, "faults");
    };
    set(detected_, fault.detected);
    set(reacted_, fault.reacted);
    set(recovered_, fault.recovered);
    activities_.reserve(most_activities);
}

void ReactionWatch::change(bool is_active, SimTime now) {
    if (!is_active) {
        if (is_watching_) activities_.back().until_s = seconds(now);
        return;
    }
    from_ = now;
    is_watching_ = activities_.size() < most_activities;
    if (is_watching_) activities_.push_back({seconds(now)});
}

/// The first cycle of a fault that ends is not its recovery.
bool ReactionWatch::may_recover(const FaultActivity& activity) const {
    if (activity.until_s) return true;
    if (has_end_) return false;
    if (reacted_) return activity.reacted_s.has_value();
    return !detected_ || activity.detected_s.has_value();
}

void ReactionWatch::see(SimTime now, const std::vector<double>& columns) {
    if (!is_watching_) return;
    FaultActivity& activity = activities_.back();
    const double after_s = seconds(now - from_);
    set_if_held(detected_, columns, after_s, activity.detected_s);
    set_if_held(reacted_, columns, after_s, activity.reacted_s);
    if (may_recover(activity)) set_if_held(recovered_, columns, after_s, activity.recovered_s);
}

FaultSummary ReactionWatch::summary(const Fault& fault, std::uint64_t count) const {
    return {fault.name, fault.kind->name, fault.target(),       activities_,
            count,      !!detected_,      reacted_.has_value(), recovered_.has_value()};
}

}  // namespace gateway

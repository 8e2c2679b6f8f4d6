// SPDX-License-Identifier: MIT
#include "requirement_watch.hpp"

#include "summary/requirement_report.hpp"
#include "summary/summary.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace gateway {

RequirementWatch::RequirementWatch(const std::vector<requirement::Requirement>& requirements,
                                   const TraceRecorder::Sources& sources,
                                   std::vector<TraceColumn> own, const RunSpan& span)
    : requirements_(requirements), span_(span), columns_(sources, std::move(own)) {
    for (const requirement::Requirement& each : requirements) {
        Followed followed{std::make_unique<requirement::Monitor>(each),
                          columns_.add(each.formula.columns, "requirements"),
                          {}};
        followed.monitor->reserve(span.shortest_turn.count());
        followed.values.resize(followed.columns.size());
        followed_.push_back(std::move(followed));
    }
}

RequirementWatch::~RequirementWatch() = default;

void RequirementWatch::after_cycle(const CycleRecord& record) {
    columns_.read(record);
    for (Followed& each : followed_) {
        for (std::size_t i = 0; i < each.columns.size(); ++i)
            each.values[i] = columns_.values()[each.columns[i]];
        each.monitor->take(record.now.count(), each.values.data());
    }
}

/// The error text for a run that ended before its duration. An interrupt is the normal end of a run
/// without a duration.
std::string RequirementWatch::early_end(const Summary& summary) const {
    const bool is_in_time =
        summary.exit_reason == "duration" ||
        (summary.exit_reason == "interrupted" && span_.duration == SimTime::max());
    return is_in_time ? "" : "the run ended early: " + summary.exit_reason;
}

void RequirementWatch::finish(Summary& summary) {
    const std::map<std::string, double> numbers = numbers_of(to_json(summary));
    const auto number = [&](const std::string& key) -> std::optional<double> {
        const auto found = numbers.find(key);
        return found == numbers.end() ? std::nullopt : std::optional(found->second);
    };
    const std::string early = early_end(summary);
    const auto end_ns = std::llround(summary.sim_time_s * 1e9);
    for (std::size_t i = 0; i < followed_.size(); ++i)
        summary.requirements.push_back(early.empty()
                                           ? followed_[i].monitor->finish(end_ns, number)
                                           : requirement::ended_early(requirements_[i], early));
}

}  // namespace gateway

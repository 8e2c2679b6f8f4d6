// SPDX-License-Identifier: MIT
#include "requirement_watch.hpp"

#include "summary/requirement_report.hpp"
#include "summary/summary.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

namespace gateway {
namespace {

/// The index of the number with that name.
std::optional<std::size_t> item_of(const BoundEntries& bound, const std::string& name) {
    for (const std::size_t item : bound.numbers())
        if (bound.names[item] == name) return item;
    return std::nullopt;
}

}  // namespace

RequirementWatch::RequirementWatch(const std::vector<requirement::Requirement>& requirements,
                                   const TraceRecorder::Sources& sources,
                                   std::vector<TraceColumn> own, const RunSpan& span)
    : requirements_(requirements),
      from_(sources),
      columns_(standard_columns(sources.route)),
      span_(span) {
    for (TraceColumn& each : own) columns_.push_back(std::move(each));
    for (const requirement::Requirement& each : requirements) {
        Followed followed{std::make_unique<requirement::Monitor>(each), {}, {}};
        followed.monitor->reserve(span.shortest_turn.count());
        for (const std::string& name : each.formula.columns)
            followed.columns.push_back(column(name));
        followed.values.resize(followed.columns.size());
        followed_.push_back(std::move(followed));
    }
    values_.resize(reads_.size());
}

RequirementWatch::~RequirementWatch() = default;

std::size_t RequirementWatch::column(const std::string& name) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    reads_.push_back(reading(name));
    names_.push_back(name);
    return names_.size() - 1;
}

RequirementWatch::Read RequirementWatch::reading(const std::string& name) {
    for (const TraceColumn& each : columns_)
        if (each.name == name) return each.value;
    const auto port = [](const BoundEntries& bound, std::size_t item) -> Read {
        return [&bound, item](const CycleRecord&) { return number_at(bound.group, item); };
    };
    if (const auto item = item_of(from_.inputs, name)) return port(from_.inputs, *item);
    if (const auto item = item_of(from_.outputs, name)) return port(from_.outputs, *item);
    throw std::runtime_error("requirements: the program has no port for the column '" + name + "'");
}

void RequirementWatch::after_cycle(const CycleRecord& record) {
    for (std::size_t i = 0; i < reads_.size(); ++i) values_[i] = reads_[i](record);
    for (Followed& each : followed_) {
        for (std::size_t i = 0; i < each.columns.size(); ++i)
            each.values[i] = values_[each.columns[i]];
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

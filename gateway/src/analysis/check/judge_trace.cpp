// SPDX-License-Identifier: MIT
#include "judge_trace.hpp"

#include "config/run/read_requirements.hpp"
#include "monitor/monitor.hpp"
#include "summary/requirement_report.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

namespace gateway {
namespace {

using requirement::Monitor;
using requirement::Outcome;
using requirement::Requirement;

constexpr plant::Range trace_time_s{0, 9e9};  // nanoseconds fit into 64 bits

std::int64_t nanoseconds(double time_s) {
    return std::llround(time_s * 1e9);
}

std::string text_or(const nlohmann::ordered_json& json, const char* key, const char* otherwise) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

/// Why a run ended early, or an empty text. An interrupt is the normal end of a realtime run.
std::string early_end(const nlohmann::ordered_json& summary) {
    const std::string reason = text_or(summary, "exit_reason", "duration");
    const bool is_realtime = text_or(summary, "mode", "measured") == "realtime";
    if (reason == "duration" || (reason == "interrupted" && is_realtime)) return {};
    return "the run ended early: " + reason;
}

/// The evaluation of one requirement along the trace.
struct Follower {
    Follower(const Requirement& requirement, const Trace& trace)
        : monitor(std::make_unique<Monitor>(requirement)),
          values(requirement.formula.columns.size()) {
        for (const std::string& column : requirement.formula.columns)
            columns.push_back(*trace.find(column));
    }

    std::unique_ptr<Monitor> monitor;
    std::vector<std::size_t> columns;
    std::vector<double> values;
};

/// Evaluates the requirements along the trace. @return the time of its last row
std::int64_t follow(Trace& trace, std::vector<Follower>& followers) {
    const auto time = trace.time();
    if (!time) throw std::invalid_argument("the trace has no column t_s");
    std::int64_t last_ns = -1;
    while (trace.next_row()) {
        const std::int64_t time_ns = nanoseconds(trace.number(*time, trace_time_s));
        if (time_ns <= last_ns) trace.fail(trace.columns()[*time], "times must rise");
        last_ns = time_ns;
        for (Follower& each : followers) {
            for (std::size_t i = 0; i < each.columns.size(); ++i)
                each.values[i] = trace.number(each.columns[i], {});
            each.monitor->take(time_ns, each.values.data());
        }
    }
    return last_ns;
}

}  // namespace

RunEnd run_end_of(const nlohmann::ordered_json& summary) {
    RunEnd end{numbers_of(summary), std::nullopt, early_end(summary)};
    const auto time = end.numbers.find("sim_time_s");
    if (time != end.numbers.end()) end.end_ns = nanoseconds(time->second);
    return end;
}

requirement::Vocabulary vocabulary_of(const Trace& trace, const RunEnd& end) {
    std::vector<std::string> keys;
    for (const auto& number : end.numbers) keys.push_back(number.first);
    return requirement::vocabulary_of(trace.columns(), std::move(keys));
}

std::vector<Requirement> read_requirements(plant::YamlReader& file,
                                           const requirement::Vocabulary& vocabulary) {
    file.allow_others();
    std::vector<Requirement> requirements;
    if (auto section = file.section("requirements"))
        requirements = read_requirements(*section, vocabulary, requirement::unbounded);
    file.finish();
    return requirements;
}

std::vector<Outcome> judge(const std::vector<Requirement>& requirements, Trace& trace,
                           const RunEnd& end) {
    std::vector<Follower> followers;
    for (const Requirement& each : requirements) followers.emplace_back(each, trace);
    const std::int64_t end_ns = std::max(follow(trace, followers), end.end_ns.value_or(0));
    const auto summary = [&](const std::string& key) -> std::optional<double> {
        const auto found = end.numbers.find(key);
        return found == end.numbers.end() ? std::nullopt : std::optional(found->second);
    };
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < requirements.size(); ++i)
        outcomes.push_back(end.early.empty()
                               ? followers[i].monitor->finish(end_ns, summary)
                               : requirement::ended_early(requirements[i], end.early));
    return outcomes;
}

}  // namespace gateway

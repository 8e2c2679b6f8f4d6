// SPDX-License-Identifier: MIT
#include "fault_results.hpp"

#include "campaign/plan/each_fault.hpp"
#include "page/markup.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace gateway::campaign {
namespace {

using nlohmann::ordered_json;
using requirement::Verdict;

constexpr double never = std::numeric_limits<double>::infinity();

/// The faults of a run's summary, which is a list with a list `programs`.
ordered_json faults_of(const ordered_json& summary, std::size_t program) {
    const ordered_json& own = summary.is_array() ? summary.at(program) : summary;
    return own.value("faults", ordered_json::array());
}

/// As fault_of().
std::string name_of(const ordered_json& fault, const ordered_json& summary, std::size_t program) {
    const std::string front =
        summary.is_array() ? "programs[" + std::to_string(program) + "]." : "";
    return front + fault.at("name").get<std::string>();
}

void add_reactions(const ordered_json& activity, FaultResult& result) {
    for (std::size_t i = 0; i < reaction_keys.size(); ++i) {
        const auto found = activity.find(reaction_keys[i]);
        if (found == activity.end()) continue;
        const double time_s = found->is_null() ? never : found->get<double>();
        result.reactions[i] = std::max(result.reactions[i].value_or(0), time_s);
    }
}

/// Only one fault of a run is active.
void add_activities(const ordered_json& summary, FaultResult& result) {
    const std::size_t programs = summary.is_array() ? summary.size() : 1;
    for (std::size_t i = 0; i < programs; ++i)
        for (const ordered_json& fault : faults_of(summary, i)) {
            if (name_of(fault, summary, i) == result.fault) {
                result.kind = fault.at("kind").get<std::string>();
                result.target = fault.at("target").get<std::string>();
            }
            result.activities += fault.at("activities").get<std::uint64_t>();
            for (const ordered_json& activity : fault.at("active")) add_reactions(activity, result);
        }
}

FaultEffect effect_of(const std::string& name, const ordered_json& json) {
    FaultEffect effect;
    effect.requirement = name;
    const auto verdict = json.at("verdict").get<std::string>();
    effect.verdict = verdict == "pass"   ? Verdict::pass
                     : verdict == "fail" ? Verdict::fail
                                         : Verdict::error;
    const ordered_json robustness = json.value("robustness", ordered_json());
    if (robustness.is_number()) effect.robustness = robustness.get<double>();
    const ordered_json time_s = json.value("time_s", ordered_json());
    if (time_s.is_number()) effect.time_s = time_s.get<double>();
    effect.reason = json.value("reason", std::string());
    return effect;
}

}  // namespace

const FaultEffect* FaultResult::worst() const {
    const auto order = [](const FaultEffect& effect) {
        return std::tuple(effect.verdict != Verdict::error, effect.verdict != Verdict::fail,
                          effect.robustness.value_or(never));
    };
    const auto least = std::min_element(
        effects.begin(), effects.end(),
        [&](const FaultEffect& a, const FaultEffect& b) { return order(a) < order(b); });
    return least == effects.end() ? nullptr : &*least;
}

std::vector<std::string> FaultResult::broken() const {
    std::vector<std::string> names;
    for (const FaultEffect& each : effects)
        if (each.verdict == Verdict::fail) names.push_back(each.requirement);
    return names;
}

FaultResults::FaultResults(const Plan& plan) {
    if (plan.design() != DesignKind::each_fault) return;
    rows_.resize(plan.runs());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        rows_[i].run = i;
        if (i > 0) rows_[i].fault = fault_of(plan.parameters().at(i - 1).path);
    }
}

void FaultResults::add(const Row& row) {
    if (rows_.empty()) return;
    FaultResult& result = rows_.at(row.run);
    result.outcome = outcome_of(row);
    const auto json = ordered_json::parse(row.result);
    try {
        if (json.contains("summary")) add_activities(json["summary"], result);
        if (!json.contains("requirements")) return;
        for (const auto& item : json["requirements"].items())
            result.effects.push_back(effect_of(item.key(), item.value()));
    } catch (const nlohmann::json::exception& error) {
        throw std::runtime_error("run " + std::to_string(row.run) + ": " + error.what());
    }
}

std::string text_of_reaction(const std::optional<double>& time_s) {
    if (!time_s) return {};
    return std::isinf(*time_s) ? "never" : page::figure(*time_s) + " s";
}

std::string text_of(const FaultResult& result) {
    if (!result.outcome) return "the run is missing";
    std::string text;
    for (const FaultEffect& each : result.effects)
        if (each.verdict != Verdict::pass)
            text += (text.empty() ? "" : ", ") +
                    std::string(each.verdict == Verdict::fail ? "breaks " : "no verdict of ") +
                    each.requirement;
    if (text.empty()) text = *result.outcome == RunOutcome::error ? "error" : "breaks nothing";
    if (!result.fault.empty() && result.activities == 0) text += "; never active";
    constexpr std::array words{"detected", "reacted", "recovered"};
    for (std::size_t i = 0; i < words.size(); ++i)
        if (const auto& time_s = result.reactions[i])
            text += std::isinf(*time_s)
                        ? std::string("; not ") + words[i]
                        : std::string("; ") + words[i] + " after " + text_of_reaction(time_s);
    return text;
}

std::vector<std::string> requirements_of(const std::vector<FaultResult>& results) {
    std::vector<std::string> names;
    for (const FaultResult& result : results)
        for (const FaultEffect& each : result.effects)
            if (std::find(names.begin(), names.end(), each.requirement) == names.end())
                names.push_back(each.requirement);
    return names;
}

ordered_json to_json(const FaultResult& result) {
    ordered_json json{{"fault", result.fault},
                      {"kind", result.kind},
                      {"target", result.target},
                      {"run", result.run},
                      {"outcome", nullptr}};
    if (result.fault.empty()) json["fault"] = nullptr;
    if (result.outcome) json["outcome"] = to_string(*result.outcome);
    json["activities"] = result.activities;
    json["breaks"] = result.broken();
    for (std::size_t i = 0; i < reaction_keys.size(); ++i)
        if (const auto& time_s = result.reactions[i])
            json[reaction_keys[i]] =
                std::isinf(*time_s) ? ordered_json(nullptr) : ordered_json(*time_s);
    json["robustness"] = ordered_json::object();
    for (const FaultEffect& each : result.effects) {
        json["robustness"][each.requirement] = nullptr;
        if (each.robustness) json["robustness"][each.requirement] = *each.robustness;
    }
    return json;
}

}  // namespace gateway::campaign

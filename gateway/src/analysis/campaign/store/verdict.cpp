// SPDX-License-Identifier: MIT
#include "verdict.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace gateway::campaign {
namespace {

using nlohmann::ordered_json;
using requirement::Verdict;

constexpr std::array<std::string_view, 5> outcome_names{"skipped", "done", "pass", "fail", "error"};

Verdict verdict_named(const std::string& name) {
    for (const Verdict verdict : {Verdict::pass, Verdict::fail, Verdict::error})
        if (name == requirement::to_string(verdict)) return verdict;
    throw std::runtime_error("unknown verdict '" + name + "'");
}

RequirementVerdict requirement_of(const std::string& name, const ordered_json& json) {
    RequirementVerdict requirement{name, verdict_named(json.at("verdict")), std::nullopt};
    const ordered_json& robustness = json.at("robustness");
    if (robustness.is_number()) requirement.robustness = robustness.get<double>();
    return requirement;
}

[[noreturn]] void refuse(const Row& row, const std::string& why) {
    throw std::runtime_error("run " + std::to_string(row.run) + ": its result is invalid: " + why);
}

}  // namespace

std::string_view to_string(RunOutcome outcome) {
    return outcome_names[static_cast<std::size_t>(outcome)];
}

RunOutcome outcome_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::pass:
            return RunOutcome::pass;
        case Verdict::fail:
            return RunOutcome::fail;
        default:
            return RunOutcome::error;
    }
}

std::optional<double> RunVerdict::least_robustness() const {
    std::optional<double> least;
    for (const RequirementVerdict& each : requirements)
        if (each.robustness) least = std::min(least.value_or(*each.robustness), *each.robustness);
    return least;
}

Row skipped_row(std::uint64_t run) {
    return {run, R"({"outcome":"skipped"})", "{}"};
}

RunOutcome outcome_of(const Row& row) {
    constexpr std::string_view front = R"({"outcome":")";
    std::string_view text = row.result;
    if (text.substr(0, front.size()) == front) {
        text.remove_prefix(front.size());
        text = text.substr(0, text.find('"'));
        for (std::size_t i = 0; i < outcome_names.size(); ++i)
            if (text == outcome_names[i]) return static_cast<RunOutcome>(i);
    }
    refuse(row, "it does not begin with an outcome");
}

RunVerdict verdict_of(const Row& row) {
    RunVerdict verdict;
    verdict.outcome = outcome_of(row);
    try {
        const auto result = ordered_json::parse(row.result);
        if (!result.contains("requirements")) return verdict;
        for (const auto& item : result["requirements"].items())
            verdict.requirements.push_back(requirement_of(item.key(), item.value()));
    } catch (const std::exception& error) {
        refuse(row, error.what());
    }
    return verdict;
}

ordered_json values_of(const Row& row) {
    try {
        return ordered_json::parse(row.result).at("parameters");
    } catch (const std::exception& error) {
        refuse(row, error.what());
    }
}

bool is_made(const Row& row) {
    constexpr std::string_view error = R"({"outcome":"error")";
    if (std::string_view(row.result).substr(0, error.size()) != error) return true;
    return ordered_json::parse(row.result).contains("summary");
}

std::string error_of(const Row& row) {
    if (outcome_of(row) != RunOutcome::error) return {};
    try {
        if (!is_made(row)) return ordered_json::parse(row.wall).at("error");
        const auto result = ordered_json::parse(row.result);
        for (const auto& item : result.at("requirements").items())
            if (item.value().at("verdict") == "error")
                return item.key() + ": " + item.value().at("reason").get<std::string>();
    } catch (const std::exception& error) {
        refuse(row, error.what());
    }
    refuse(row, "it has no reason");
}

}  // namespace gateway::campaign

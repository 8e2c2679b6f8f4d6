// SPDX-License-Identifier: MIT
#include "requirement_report.hpp"

#include "evidence/series.hpp"

#include <gateway/base/exit_code.hpp>
#include <gateway/base/run_streams.hpp>

#include <ddc/interface/visible.hpp>

#include <nlohmann/json.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <ostream>

namespace gateway {
namespace {

using requirement::Outcome;

void add_numbers(const nlohmann::ordered_json& json, const std::string& path,
                 std::map<std::string, double>& numbers) {
    if (json.is_number()) numbers[path] = json.get<double>();
    if (json.is_boolean()) numbers[path] = json.get<bool>() ? 1 : 0;
    if (json.is_array())
        for (std::size_t i = 0; i < json.size(); ++i)
            add_numbers(json[i], path + "[" + std::to_string(i) + "]", numbers);
    if (json.is_object())
        for (const auto& [key, value] : json.items())
            if (!is_series_of_evidence(key))
                add_numbers(value, path.empty() ? key : path + "." + key, numbers);
}

bool has(requirement::Verdict verdict, const std::vector<Outcome>& outcomes) {
    return std::any_of(outcomes.begin(), outcomes.end(),
                       [&](const Outcome& outcome) { return outcome.verdict == verdict; });
}

}  // namespace

void print_verdict(const Outcome& outcome, std::ostream& out) {
    const std::string robustness = outcome.verdict == requirement::Verdict::error
                                       ? std::string("-")
                                       : fmt::format("{:.6g}", outcome.robustness);
    write_coloured(out, fmt::format("{:<5}", to_string(outcome.verdict)),
                   outcome.verdict == requirement::Verdict::pass ? Colour::green : Colour::red);
    out << fmt::format(" {:>12}  {}\n", robustness, ddc::interface::visible(outcome.reason));
}

nlohmann::ordered_json to_json(const Outcome& outcome) {
    nlohmann::ordered_json json{{"verdict", to_string(outcome.verdict)},
                                {"robustness", outcome.robustness},
                                {"time_s", outcome.time_s},
                                {"comparison", outcome.comparison},
                                {"left", outcome.left},
                                {"right", outcome.right},
                                {"reason", outcome.reason}};
    if (!outcome.id.empty()) json["id"] = outcome.id;
    if (!outcome.source.empty()) json["source"] = outcome.source;
    if (outcome.verdict == requirement::Verdict::error)
        for (const char* key : {"robustness", "time_s", "comparison", "left", "right"})
            json[key] = nullptr;
    return json;
}

std::map<std::string, double> numbers_of(const nlohmann::ordered_json& summary) {
    std::map<std::string, double> numbers;
    add_numbers(summary, "", numbers);
    return numbers;
}

int exit_code_of(const std::vector<Outcome>& outcomes) {
    if (has(requirement::Verdict::error, outcomes)) return exit_code::failed;
    return has(requirement::Verdict::fail, outcomes) ? exit_code::not_met : exit_code::done;
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "fault_table.hpp"

#include "campaign/store/result_table.hpp"

#include <plant/number_text.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace gateway::campaign {
namespace {

constexpr std::size_t column_count = 6;
using Line = std::array<std::string, column_count>;

std::string joined(const std::vector<std::string>& words, const char* between) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

std::string csv_number(const std::optional<double>& number) {
    if (!number) return {};
    return std::isinf(*number) ? "inf" : plant::plain(*number);
}

std::string csv_robustness(const FaultResult& result, const std::string& requirement) {
    for (const FaultEffect& each : result.effects)
        if (each.requirement == requirement) return csv_number(each.robustness);
    return {};
}

std::string effect_text(const FaultResult& result) {
    if (!result.outcome) return "missing";
    if (*result.outcome == RunOutcome::error) return "error";
    const std::vector<std::string> broken = result.broken();
    const bool is_unused = !result.fault.empty() && result.activities == 0;
    return (broken.empty() ? "nothing" : joined(broken, ", ")) +
           (is_unused ? "; never active" : "");
}

Line line_of(const FaultResult& result) {
    Line line{
        result.fault.empty() ? "none" : result.fault, "-", "-", "-", "-", effect_text(result)};
    if (!result.kind.empty()) line[1] = result.kind + " of " + result.target;
    for (std::size_t i = 0; i < result.reactions.size(); ++i)
        if (result.reactions[i]) line[2 + i] = text_of_reaction(result.reactions[i]);
    return line;
}

/// Times are at the right of their columns.
std::string printed(const Line& line, const std::array<std::size_t, column_count>& widths) {
    std::string text;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const std::string space(widths[i] - line[i].size(), ' ');
        text += (i < 2 ? line[i] + space : space + line[i]) + "  ";
    }
    return text + line.back() + '\n';
}

}  // namespace

std::string csv_of(const std::vector<FaultResult>& results) {
    const std::vector<std::string> requirements = requirements_of(results);
    std::string text = "fault,kind,target,run,outcome,activities";
    for (const char* key : reaction_keys) text += std::string(",") + key;
    text += ",breaks";
    for (const std::string& name : requirements) text += ',' + csv_cell("robustness." + name);
    for (const FaultResult& result : results) {
        text += '\n' + csv_cell(result.fault) + ',' + result.kind + ',' + csv_cell(result.target) +
                ',' + std::to_string(result.run) + ',' +
                (result.outcome ? std::string(to_string(*result.outcome)) : "missing") + ',' +
                std::to_string(result.activities);
        for (const auto& time_s : result.reactions) text += ',' + csv_number(time_s);
        text += ',' + csv_cell(joined(result.broken(), " "));
        for (const std::string& name : requirements) text += ',' + csv_robustness(result, name);
    }
    return text + '\n';
}

std::string text_of(const std::vector<FaultResult>& results) {
    std::vector<Line> lines{
        {"fault", "kind and target", "detected", "reacted", "recovered", "breaks"}};
    for (const FaultResult& result : results) lines.push_back(line_of(result));
    std::array<std::size_t, column_count> widths{};
    for (const Line& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], line[i].size());
    std::string text;
    for (const Line& line : lines) text += printed(line, widths);
    return text;
}

}  // namespace gateway::campaign

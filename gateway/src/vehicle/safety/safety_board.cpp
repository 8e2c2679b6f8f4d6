// SPDX-License-Identifier: MIT
#include "safety_board.hpp"

#include "level_view.hpp"

#include <plant/number_text.hpp>

namespace gateway {
namespace {

using namespace vehicle_interface;

std::string seconds_of(Stamp time) {
    return plant::plain(std::chrono::duration<double>(time).count()) + " s";
}

}  // namespace

bool has_acted(const SafetyBoard& board) noexcept {
    for (const SafetyBoard::Rule& rule : board.rules)
        if (rule.count > 0) return true;
    return false;
}

std::string how_often(const RuleRecord& record) {
    if (record.count == 1) return "once at " + seconds_of(record.first);
    return std::to_string(record.count) + " times from " + seconds_of(record.first) + " to " +
           seconds_of(record.last);
}

std::string why_no_stop(const SafetyBoard& board) {
    if (board.is_reference)
        return "`compatibility: reference` has no rule for it; remove that from `safety`";
    if (board.cabin_mode == RuleMode::off)
        return "its rule is off; remove `cabin: off` from `safety.rules`";
    if (board.cabin_mode == RuleMode::warn)
        return "its rule only warns; remove `cabin: warn` from `safety.rules`";
    if (!board.is_default) return {};
    for (const Level level : all_levels)
        if ((board.levels & bit_of(level)) != 0 && specifies_motion(level)) return {};
    return "without a section `safety` it stops only accelerations, velocities and curvatures; "
           "add `safety: {}`";
}

std::string describe(const SafetyBoard& board) {
    std::string text;
    for (std::size_t i = 0; i < rule_count; ++i) {
        const SafetyBoard::Rule& rule = board.rules[i];
        const RuleRecord record{rule.count, rule.first, rule.last};
        if (record.count == 0) continue;
        if (!text.empty()) text += ", ";
        text += std::string(name_of(static_cast<Rule>(i))) + " " + how_often(record);
    }
    return text.empty() ? "no rule has acted" : text;
}

}  // namespace gateway

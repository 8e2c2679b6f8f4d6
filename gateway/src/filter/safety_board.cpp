// SPDX-License-Identifier: MIT
#include "safety_board.hpp"

#include <plant/number_text.hpp>

namespace gateway {
namespace {

using namespace vehicle_interface;

std::string seconds_of(Stamp time) {
    return plant::plain(std::chrono::duration<double>(time).count()) + " s";
}

}  // namespace

std::string how_often(const RuleRecord& record) {
    if (record.count == 1) return "once at " + seconds_of(record.first);
    return std::to_string(record.count) + " times from " + seconds_of(record.first) + " to " +
           seconds_of(record.last);
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

// SPDX-License-Identifier: MIT
#include "safety_summary.hpp"

#include <nlohmann/json.hpp>

namespace gateway {

using namespace vehicle_interface;

SafetySummary::SafetySummary(const SafetyFilter& filter)
    : is_reference(filter.options().compatibility == SafetyCompatibility::reference) {
    for (std::size_t i = 0; i < rule_count; ++i) {
        const auto rule = static_cast<vehicle_interface::Rule>(i);
        const RuleRecord& record = filter.record(rule);
        if (record.count > 0) acted.push_back({name_of(rule), filter.mode_of(rule), record});
        if (filter.is_without_use(rule)) without_use.push_back(name_of(rule));
    }
}

std::vector<std::string> SafetySummary::enforced() const {
    std::vector<std::string> found;
    for (const Rule& rule : acted)
        if (rule.mode == RuleMode::enforce)
            found.push_back(std::string(rule.name) + " " + how_often(rule.record));
    return found;
}

nlohmann::ordered_json to_json(const SafetySummary& s) {
    const auto seconds = [](Stamp time) { return std::chrono::duration<double>(time).count(); };
    nlohmann::ordered_json json{{"compatibility", s.is_reference ? "reference" : "corrected"},
                                {"rules", nlohmann::ordered_json::object()},
                                {"without_use", s.without_use}};
    for (const SafetySummary::Rule& rule : s.acted)
        json["rules"][rule.name] = {{"mode", rule.mode == RuleMode::warn ? "warn" : "enforce"},
                                    {"count", rule.record.count},
                                    {"first_s", seconds(rule.record.first)},
                                    {"last_s", seconds(rule.record.last)}};
    return json;
}

}  // namespace gateway

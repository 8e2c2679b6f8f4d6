// SPDX-License-Identifier: MIT
#include "keep.hpp"

#include <nlohmann/json.hpp>

namespace gateway::campaign {
namespace {

constexpr plant::Range trace_counts{0, 10'000};

}  // namespace

KeepRules read_keep_rules(plant::YamlReader reader) {
    KeepRules rules;
    reader.number("failures", rules.failures, trace_counts);
    reader.number("worst", rules.worst, trace_counts);
    return rules;
}

nlohmann::ordered_json to_json(const KeepRules& rules) {
    return {{"failures", rules.failures}, {"worst", rules.worst}};
}

KeepRules keep_rules_of(const nlohmann::ordered_json& json) {
    return {json.at("failures"), json.at("worst")};
}

}  // namespace gateway::campaign

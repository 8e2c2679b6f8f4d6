// SPDX-License-Identifier: MIT
#include "granted_report.hpp"

#include <nlohmann/json.hpp>

namespace gateway {

nlohmann::ordered_json to_json(const Fact& fact) {
    nlohmann::ordered_json json{
        {"name", fact.name}, {"found", fact.found}, {"wanted", fact.wanted}};
    if (!fact.advice.empty()) json["advice"] = fact.advice;
    json["rating"] = name_of(fact.rating);
    return json;
}

void add_to_json(const GrantedSummary& s, nlohmann::ordered_json& json) {
    json["started"] = s.started;
    nlohmann::ordered_json& machine = json["machine"] = nlohmann::ordered_json::array();
    for (const Fact& fact : s.machine) machine.push_back(to_json(fact));
    nlohmann::ordered_json& granted = json["granted"] = nlohmann::ordered_json::array();
    for (const GrantedSetting& each : s.settings) {
        granted.push_back(
            {{"name", each.name}, {"requested", each.requested}, {"granted", each.granted}});
        if (!each.advice.empty()) granted.back()["advice"] = each.advice;
    }
    json["warnings"] = s.warnings;
}

}  // namespace gateway

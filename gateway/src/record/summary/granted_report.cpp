// SPDX-License-Identifier: MIT
#include "granted_report.hpp"

#include <nlohmann/json.hpp>

namespace gateway {

void add_to_json(const GrantedSummary& s, nlohmann::ordered_json& json) {
    nlohmann::ordered_json& granted = json["granted"] = nlohmann::ordered_json::array();
    for (const GrantedSetting& each : s.settings) {
        granted.push_back(
            {{"name", each.name}, {"requested", each.requested}, {"granted", each.granted}});
        if (!each.advice.empty()) granted.back()["advice"] = each.advice;
    }
    json["warnings"] = s.warnings;
}

}  // namespace gateway

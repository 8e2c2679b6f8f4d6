// SPDX-License-Identifier: MIT
#pragma once

#include "machine/facts.hpp"
#include "realtime/granted_scheduling.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace gateway {

/// How a realtime run was scheduled, when, and on which machine.
struct GrantedSummary {
    std::string started;  ///< ISO 8601, UTC
    std::vector<Fact> machine;
    std::vector<GrantedSetting> settings;
    std::vector<std::string> warnings;  ///< settings that take CPU time from what the loop needs
};

/// The object in summaries and results: `name`, `found`, `wanted`, `rating`, and `advice` if any.
nlohmann::ordered_json to_json(const Fact& fact);

/// Adds `started` and the lists `machine`, `granted` and `warnings`.
void add_to_json(const GrantedSummary& summary, nlohmann::ordered_json& json);

}  // namespace gateway

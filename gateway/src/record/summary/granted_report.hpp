// SPDX-License-Identifier: MIT
#pragma once

#include "realtime/granted_scheduling.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace gateway {

/// How a realtime run was scheduled.
struct GrantedSummary {
    std::vector<GrantedSetting> settings;
    std::vector<std::string> warnings;  ///< settings that take CPU time from what the loop needs
};

/// Adds the lists `granted` and `warnings`.
void add_to_json(const GrantedSummary& summary, nlohmann::ordered_json& json);

}  // namespace gateway

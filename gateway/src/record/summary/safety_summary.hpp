// SPDX-License-Identifier: MIT
#pragma once

#include "safety/safety_filter.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace gateway {

/// The activity of the safety rules of one vehicle.
struct SafetySummary {
    struct Rule {
        const char* name;
        vehicle_interface::RuleMode mode;
        vehicle_interface::RuleRecord record;
    };
    bool is_reference = false;
    std::vector<Rule> acted;
    std::vector<const char*>
        without_use;  ///< rules not applicable to the command levels that were used

    explicit SafetySummary(const SafetyFilter& filter);
    /// "park_at_speed once at 3 s" for each rule in `enforce` that acted.
    std::vector<std::string> enforced() const;
};

nlohmann::ordered_json to_json(const SafetySummary& summary);

}  // namespace gateway

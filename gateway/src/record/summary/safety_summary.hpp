// SPDX-License-Identifier: MIT
#pragma once

#include "safety/safety_filter.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace gateway {

/// What the safety rules of one vehicle have done.
struct SafetySummary {
    struct Rule {
        const char* name;
        vehicle_interface::RuleMode mode;
        vehicle_interface::RuleRecord record;
    };
    bool is_reference = false;
    std::vector<Rule> acted;
    std::vector<const char*> without_use;  ///< nothing to act on at the levels that were used

    explicit SafetySummary(const SafetyFilter& filter);
    /// "park_at_speed once at 3 s", each of a rule in `enforce`.
    std::vector<std::string> enforced() const;
};

nlohmann::ordered_json to_json(const SafetySummary& summary);

}  // namespace gateway

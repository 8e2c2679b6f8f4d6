// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <plant/yaml_reader.hpp>

#include <cstdint>

namespace gateway::campaign {

/// Which runs leave their traces.
struct KeepRules {
    std::uint64_t failures = 0;  ///< so many of those that fail, the first by index
    std::uint64_t worst = 0;     ///< so many with the least robustness, whether they fail or not

    bool is_empty() const { return failures == 0 && worst == 0; }
};

/// Reads the section `keep` of a campaign's file.
KeepRules read_keep_rules(plant::YamlReader reader);
/// As a plan has them.
nlohmann::ordered_json to_json(const KeepRules& rules);
/// @throws nlohmann::json::exception for what is none
KeepRules keep_rules_of(const nlohmann::ordered_json& json);

}  // namespace gateway::campaign

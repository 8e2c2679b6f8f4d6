// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/design/design.hpp"
#include "campaign/search/minimise.hpp"
#include "campaign/search/stop_rules.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gateway::campaign {

/// Which runs leave their traces: the section `keep`.
struct KeepRules {
    std::uint64_t failures = 0;  ///< so many of those that fail, the first by index
    std::uint64_t worst = 0;     ///< so many with the least robustness, whether they fail or not

    bool is_empty() const { return failures == 0 && worst == 0; }
};

/// As a plan has them.
nlohmann::ordered_json to_json(const KeepRules& rules);
/// @throws nlohmann::json::exception for what is none
KeepRules keep_rules_of(const nlohmann::ordered_json& json);

/// What a campaign's file asks for, as docs/campaigns.md describes it.
struct CampaignFile {
    std::filesystem::path run;  ///< the configuration that is varied
    std::uint64_t runs = 0;     ///< never 0: a grid or list has its own number
    std::uint64_t shard = 0;    ///< runs that a worker takes at a time
    std::uint64_t seed = 0;
    DesignKind design = DesignKind::random;
    SearchMethod search = SearchMethod::crs;  ///< of `design: falsify`
    /// Execution times are taken as constant, so that every run repeats to the bit.
    bool is_repeatable = true;
    /// A run that takes longer on the wall clock is ended and booked as an error.
    std::optional<double> timeout_s;
    StopRules stop;
    KeepRules keep;
    std::vector<Parameter> parameters;
};

/// @throws plant::FileError with every mistake
CampaignFile read_campaign_file(const std::filesystem::path& file);

}  // namespace gateway::campaign

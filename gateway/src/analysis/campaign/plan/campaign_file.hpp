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

/// The runs whose traces are kept: the section `keep`.
struct KeepRules {
    std::uint64_t failures = 0;  ///< number of failed runs, the first by index
    std::uint64_t worst = 0;     ///< number of runs with the least robustness, failed or not

    bool is_empty() const { return failures == 0 && worst == 0; }
};

/// The object in a plan.
nlohmann::ordered_json to_json(const KeepRules& rules);
/// @throws nlohmann::json::exception for an invalid object
KeepRules keep_rules_of(const nlohmann::ordered_json& json);

/// The content of a campaign's file, see docs/reference/campaigns.md.
struct CampaignFile {
    std::filesystem::path run;  ///< the configuration that is varied
    std::uint64_t runs =
        0;  ///< computed for a grid or list; 0 for `each_fault` until it is planned
    std::uint64_t shard = 0;  ///< number of runs in a shard
    std::uint64_t seed = 0;
    DesignKind design = DesignKind::random;
    SearchMethod search = SearchMethod::crs;  ///< for `design: falsify`
    /// Execution times are constant, so repeated runs are bit-identical.
    bool is_repeatable = true;
    /// A run that takes longer in wall time is ended, and its result is an error.
    std::optional<double> timeout_s;
    StopRules stop;
    KeepRules keep;
    std::vector<Parameter> parameters;
};

/// @throws plant::FileError with all errors
CampaignFile read_campaign_file(const std::filesystem::path& file);

}  // namespace gateway::campaign

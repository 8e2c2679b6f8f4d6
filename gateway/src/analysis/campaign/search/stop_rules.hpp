// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/store/row.hpp"
#include "statistics.hpp"

#include <nlohmann/json_fwd.hpp>
#include <plant/yaml_reader.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gateway::campaign {

/// When a campaign needs no further runs.
struct StopRules {
    std::optional<std::uint64_t> failures;  ///< so many runs have failed
    std::optional<SequentialTest> sprt;     ///< a sequential test has decided

    bool is_empty() const { return !failures && !sprt; }
};

/// Reads the section `stop` of a campaign's file.
StopRules read_stop_rules(plant::YamlReader reader);

/// As a plan has them.
nlohmann::ordered_json to_json(const StopRules& rules);
/// @throws nlohmann::json::exception for what is none
StopRules stop_rules_of(const nlohmann::ordered_json& json);

/// Why a campaign has ended before its last run.
struct StopDecision {
    std::uint64_t run = 0;  ///< which decided; those after it do not count
    std::string reason;     ///< "10 failures", "rate of failures at most 0.001"
};

/// "stopped at run 57: 10 failures".
std::string to_string(const StopDecision& decision);

/// Applies the rules to runs in the order of their index, so that what it decides follows from the
/// plan alone and not from which run came in first. An error is neither pass nor fail, and counts
/// for no rule.
class StopTest {
  public:
    explicit StopTest(const StopRules& rules);

    /// Shows a row. One behind a gap decides nothing, and so do all after it.
    /// @return whether it is decided
    bool add(const Row& row);
    const std::optional<StopDecision>& decision() const { return decision_; }

  private:
    void judge(std::uint64_t run, bool has_failed);

    StopRules rules_;
    std::optional<SequentialProbabilityRatio> ratio_;
    std::uint64_t next_ = 0, failures_ = 0;
    std::optional<StopDecision> decision_;
};

}  // namespace gateway::campaign

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

/// The rules that end a campaign early.
struct StopRules {
    std::optional<std::uint64_t> failures;  ///< end after so many failed runs
    std::optional<SequentialTest> sprt;     ///< end when a sequential test has decided

    bool is_empty() const { return !failures && !sprt; }
};

/// Reads the section `stop` of a campaign's file.
StopRules read_stop_rules(plant::YamlReader reader);

/// The object in a plan.
nlohmann::ordered_json to_json(const StopRules& rules);
/// @throws nlohmann::json::exception for an invalid object
StopRules stop_rules_of(const nlohmann::ordered_json& json);

/// The decision to end a campaign before its last run.
struct StopDecision {
    std::uint64_t run = 0;  ///< the last run that counts
    std::string reason;     ///< "10 failures", "rate of failures at most 0.001"
};

/// "stopped at run 57: 10 failures".
std::string to_string(const StopDecision& decision);

/// Applies the rules to runs in the order of their index, so the decision depends only on the plan
/// and not on the order in which runs end. Errors are neither pass nor fail, and do not count.
class StopTest {
  public:
    explicit StopTest(const StopRules& rules);

    /// Adds a row. A row after a missing run has no effect, nor have later rows.
    /// @return whether there is a decision
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

// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"
#include "campaign/store/verdict.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway::campaign {

/// The keys of reactions in the summary of a run, in the order of FaultResult::reactions.
constexpr std::array<const char*, 3> reaction_keys{"detected_s", "reacted_s", "recovered_s"};

/// The result of a requirement in the run of a fault.
struct FaultEffect {
    std::string requirement;
    requirement::Verdict verdict = requirement::Verdict::error;
    std::optional<double> robustness;  ///< nothing for an error, or if it is infinite
    double time_s = 0;                 ///< that determined the result
    std::string reason;
};

/// A run of design `each_fault`.
struct FaultResult {
    std::string fault;         ///< empty: the run without a fault
    std::string kind, target;  ///< empty without a fault, or if the run has no result
    std::uint64_t run = 0;
    std::optional<RunOutcome> outcome;  ///< nothing: the run is missing
    std::uint64_t activities = 0;
    /// The longest time of all activities since their begin, infinite if one of them has none;
    /// nothing: the fault has no such formula, or the run has no result.
    std::array<std::optional<double>, 3> reactions{};
    std::vector<FaultEffect> effects;

    /// The effect with the least robustness; null if there is none.
    const FaultEffect* worst() const;
    /// The names of the requirements that failed.
    std::vector<std::string> broken() const;
};

/// The table of faults: a row for each run of design `each_fault`.
class FaultResults {
  public:
    explicit FaultResults(const Plan& plan);
    /// @throws std::runtime_error for an invalid result
    void add(const Row& row);
    std::vector<FaultResult> finish() { return std::move(rows_); }

  private:
    std::vector<FaultResult> rows_;
};

/// "0.05 s", "never", or an empty text without a formula.
std::string text_of_reaction(const std::optional<double>& time_s);
/// "breaks in_lane; detected after 0.05 s, not recovered"
std::string text_of(const FaultResult& result);
/// The names of the requirements of all runs, in their order.
std::vector<std::string> requirements_of(const std::vector<FaultResult>& results);
nlohmann::ordered_json to_json(const FaultResult& result);

}  // namespace gateway::campaign

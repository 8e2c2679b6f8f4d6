// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

#include "requirement/requirement.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gateway::campaign {

/// The outcome of a run, from best to worst.
enum class RunOutcome {
    skipped,  ///< not executed, since the search has already found a failure
    done,     ///< executed, without requirements
    pass,     ///< meets all requirements
    fail,     ///< does not meet a requirement
    error,    ///< could not be executed, or a requirement could not be evaluated
};

/// "skipped", "done", "pass", "fail", "error".
std::string_view to_string(RunOutcome outcome);

/// The outcome of a run with only one requirement. With several, the outcome of the run is the
/// worst.
RunOutcome outcome_of(requirement::Verdict verdict);

/// The result of one requirement of a run.
struct RequirementVerdict {
    std::string name;  ///< with a list `programs`: PROGRAM.NAME
    requirement::Verdict verdict = requirement::Verdict::error;
    std::optional<double> robustness;  ///< nothing for an error, or if it is infinite
};

/// The outcome of a run, with its requirements.
struct RunVerdict {
    RunOutcome outcome = RunOutcome::error;
    std::vector<RequirementVerdict> requirements;  ///< none, if the run could not be executed

    /// The least robustness; nothing if no requirement has one.
    std::optional<double> least_robustness() const;
};

/// The row of a run that is skipped.
Row skipped_row(std::uint64_t run);

/// Reads only the outcome, which is fast.
/// @throws std::runtime_error for a result that has none
RunOutcome outcome_of(const Row& row);
/// @throws std::runtime_error for an invalid result
RunVerdict verdict_of(const Row& row);
/// The values of the run's parameters, by path.
/// @throws std::runtime_error as above
nlohmann::ordered_json values_of(const Row& row);
/// Whether a row is the result of an executed run. An error is not a result, since it depends on
/// the machine.
bool is_made(const Row& row);
/// The reason of an outcome `error`: of the run, or of the first requirement without a verdict.
/// Empty for other outcomes.
std::string error_of(const Row& row);

}  // namespace gateway::campaign

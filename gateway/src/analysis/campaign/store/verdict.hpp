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

/// What came of a run, from good to bad.
enum class RunOutcome {
    skipped,  ///< not made, since the search has found what it looked for
    done,     ///< made, and has no requirements
    pass,     ///< meets all
    fail,     ///< does not meet one
    error,    ///< could not be made, or one of its requirements could not be judged
};

/// "skipped", "done", "pass", "fail", "error".
std::string_view to_string(RunOutcome outcome);

/// Of a run with this requirement alone. Of several, the last in the order above is the run's.
RunOutcome outcome_of(requirement::Verdict verdict);

/// What came of one requirement of a run.
struct RequirementVerdict {
    std::string name;  ///< of a list `programs`: PROGRAM.NAME
    requirement::Verdict verdict = requirement::Verdict::error;
    std::optional<double> robustness;  ///< nothing with an error, or if it is infinite
};

/// What a row tells of its run's requirements.
struct RunVerdict {
    RunOutcome outcome = RunOutcome::error;
    std::vector<RequirementVerdict> requirements;  ///< none, of a run that could not be made

    /// Nothing where no requirement has one.
    std::optional<double> least_robustness() const;
};

/// The row of a run that is not made.
Row skipped_row(std::uint64_t run);

/// Reads the outcome alone, which takes no time worth speaking of.
/// @throws std::runtime_error for a result that has none
RunOutcome outcome_of(const Row& row);
/// @throws std::runtime_error for a result that is not as a worker writes it
RunVerdict verdict_of(const Row& row);
/// The values of the run's parameters, by path.
/// @throws std::runtime_error as above
nlohmann::ordered_json values_of(const Row& row);
/// Whether a row tells of a run that came to its end. One that could not be made is no result:
/// what it says depends on the machine.
bool is_made(const Row& row);
/// Why the outcome is `error`: of the run, or of the first requirement without a verdict. Empty for
/// every other outcome.
std::string error_of(const Row& row);

}  // namespace gateway::campaign

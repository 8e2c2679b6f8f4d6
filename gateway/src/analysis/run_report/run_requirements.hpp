// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/report/formulas.hpp"
#include "plot/requirement_strips.hpp"
#include "run.hpp"

#include <gateway/base/log.hpp>

#include <optional>
#include <vector>

namespace gateway::run_report {

/// What came of the requirements of a run.
struct RunRequirements {
    /// From the summary, else judged now; with several programs named PROGRAM.NAME.
    std::vector<requirement::Outcome> outcomes;
    campaign::RequirementTexts texts;  ///< from the configuration
    /// What is compared over time; it refers to `judged` and `judged_outcomes`, which stay in their
    /// places. Nothing where it is not known.
    std::optional<TraceStrips> strips;
    std::vector<requirement::Requirement> judged;
    std::vector<requirement::Outcome> judged_outcomes;
};

/// Strips, and verdicts that no summary has, are those of a run of one program with one trace.
/// @param log receives why formulas are not drawn
/// @throws plant::FileError for a trace that cannot be read
RunRequirements read_requirements_of(const Run& run, const Log& log);

}  // namespace gateway::run_report

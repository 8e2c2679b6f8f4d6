// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/report/formulas.hpp"
#include "requirement/requirement.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace gateway {

/// The number of outcomes with a verdict.
std::size_t count(const std::vector<requirement::Outcome>& outcomes, requirement::Verdict verdict);

/// A table of requirements with their formulas, verdicts and reasons, as markup. Without outcomes
/// it has the formulas; it is empty if there are none.
std::string outcome_table(const std::vector<requirement::Outcome>& outcomes,
                          const campaign::RequirementTexts& texts);

}  // namespace gateway

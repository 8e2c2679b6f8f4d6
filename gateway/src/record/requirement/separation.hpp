// SPDX-License-Identifier: MIT
#pragma once

#include "terms.hpp"

#include <vector>

namespace gateway::requirement {

/// Moves comparisons with keys of the summary, which are known only at the end of the run, out of
/// `always`, `eventually` and `until`. Minimum and maximum distribute over each other, so a formula
/// f whose robustness increases with that of a constant term s is equal to
///     (s and f(true)) or f(false)
/// If the robustness of f decreases with that of s, the same holds with `not s`. The rest of f does
/// not change, so its windows contain the same instants.
/// @param comparisons of the formula; true and false are added to them
/// @throws FormulaError if the result is too long
TermPointer with_constants_outside(TermPointer root, std::vector<Comparison>& comparisons);

}  // namespace gateway::requirement

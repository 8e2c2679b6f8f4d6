// SPDX-License-Identifier: MIT
#pragma once

#include "terms.hpp"

#include <vector>

namespace gateway::requirement {

/// Takes comparisons with keys of the summary, which are known at the end only, out of `always`,
/// `eventually` and `until`. Minimum and maximum distribute over each other, so a formula f that
/// holds the more robustly the more s does, which is constant, is equal to
///     (s and f(true)) or f(false)
/// and one that holds the less robustly the more s does to the same of `not s`. Nothing else of f
/// changes, so that its windows range over the same instants.
/// @param comparisons of the formula; true and false are added to them
/// @throws FormulaError where too much would come of it
TermPointer with_constants_outside(TermPointer root, std::vector<Comparison>& comparisons);

}  // namespace gateway::requirement

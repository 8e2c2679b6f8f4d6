// SPDX-License-Identifier: MIT
#pragma once

#include "requirement/formula.hpp"
#include "value.hpp"

#include <vector>

namespace gateway::requirement {

/// The value of an expression. Allocates only if `stack` is too small.
double evaluate(const Expression& expression, const double* columns, const double* summary,
                std::vector<double>& stack);

/// The robustness of a comparison of two values: their distance, 0 or less if the comparison does
/// not hold; NaN if one of them is NaN. Sets neither the time nor the comparison.
Value compared(Relation relation, double left, double right, double scale) noexcept;

}  // namespace gateway::requirement

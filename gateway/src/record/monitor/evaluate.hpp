// SPDX-License-Identifier: MIT
#pragma once

#include "requirement/formula.hpp"
#include "value.hpp"

#include <vector>

namespace gateway::requirement {

/// What an expression is worth. Allocates only where the stack is too small.
double evaluate(const Expression& expression, const double* columns, const double* summary,
                std::vector<double>& stack);

/// How robustly a comparison of two values holds: their distance, 0 or less if it does not. Sets
/// neither time nor comparison. Not a number where a value is none.
Value compared(Relation relation, double left, double right, double scale) noexcept;

}  // namespace gateway::requirement

// SPDX-License-Identifier: MIT
#pragma once

#include "formula.hpp"

#include <cstddef>
#include <string>

namespace gateway::requirement {

/// An expression while it is read, with what it measures.
struct Measured {
    Expression steps;
    /// A unit of number/units.hpp, or empty where none of them fits, as for a product.
    std::string unit;
    /// Plain numbers alone: they take the unit that they meet.
    bool is_plain = true;
    bool has_column = false;
    bool has_summary = false;
    std::size_t place = 0;
    std::size_t end = 0;  ///< behind its last character
};

/// Brings both to the unit of the one with a column, of the left one if both have columns.
/// @throws FormulaError if they do not measure the same, or for a column with a key of the summary
void bring_together(Measured& left, Measured& right);

/// Sums and differences are in the unit of both, products and quotients in the only one there is,
/// the quotient of two that measure the same in 1, and others in none.
/// @param kind a step of two operands
/// @throws FormulaError
Measured combined(Step::Kind kind, Measured left, Measured right);

}  // namespace gateway::requirement

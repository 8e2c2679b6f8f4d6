// SPDX-License-Identifier: MIT
#pragma once

#include "formula.hpp"

#include <cstddef>
#include <string>

namespace gateway::requirement {

/// A partly parsed expression, with its unit.
struct Measured {
    Expression steps;
    /// A unit of number/units.hpp, or empty if none of them applies, as for most products.
    std::string unit;
    /// Whether it has only plain numbers, which take the unit of the other operand.
    bool is_plain = true;
    bool has_column = false;
    bool has_summary = false;
    std::size_t place = 0;
    std::size_t end = 0;  ///< position after its last character
};

/// Converts both to the unit of the one with a column, or of the left one if both have columns.
/// @throws FormulaError if their units are not compatible, or one has a column and the other a key
/// of the summary
void bring_together(Measured& left, Measured& right);

/// Combines two expressions. Sums and differences have the unit of both operands. Products and
/// quotients have the unit of the only operand with a unit; the quotient of compatible units has
/// the unit 1, other results have none.
/// @param kind a step of two operands
/// @throws FormulaError
Measured combined(Step::Kind kind, Measured left, Measured right);

}  // namespace gateway::requirement

// SPDX-License-Identifier: MIT
#pragma once

#include "formula.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gateway::requirement {

/// The names that formulas may use.
struct Vocabulary {
    /// Returns the unit of a column, empty if it has none, or nothing if the column does not exist.
    std::function<std::optional<std::string>(const std::string& column)> unit_of;
    std::vector<std::string> columns;       ///< for hints
    std::vector<std::string> summary_keys;  ///< all numeric keys
};

/// A vocabulary of these columns, with units from column_unit().
Vocabulary vocabulary_of(const std::vector<std::string>& columns,
                         std::vector<std::string> summary_keys = {});

/// Parses a formula in signal temporal logic. The grammar is in docs/reference/requirements.md.
/// @throws FormulaError
Formula parse_formula(const std::string& text, const Vocabulary& vocabulary);

}  // namespace gateway::requirement

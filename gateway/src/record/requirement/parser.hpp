// SPDX-License-Identifier: MIT
#pragma once

#include "formula.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gateway::requirement {

/// What formulas may name.
struct Vocabulary {
    /// The unit of a column, empty if it has none; nothing if there is no such column.
    std::function<std::optional<std::string>(const std::string& column)> unit_of;
    std::vector<std::string> columns;       ///< for hints
    std::vector<std::string> summary_keys;  ///< that are numbers; all that there are
};

/// Columns by their names, with the units that column_unit() knows.
Vocabulary vocabulary_of(const std::vector<std::string>& columns,
                         std::vector<std::string> summary_keys = {});

/// Reads a formula in signal temporal logic; docs/requirements.md has its grammar.
/// @throws FormulaError
Formula parse_formula(const std::string& text, const Vocabulary& vocabulary);

}  // namespace gateway::requirement

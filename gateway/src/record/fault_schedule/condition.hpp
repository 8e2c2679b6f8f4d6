// SPDX-License-Identifier: MIT
#pragma once

#include "requirement/formula.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace gateway {

class ColumnReader;

/// A formula without temporal operators and keys of the summary, evaluated at one instant.
class Condition {
  public:
    /// @param formula outlives this
    /// @param columns gets its columns
    /// @param user see ColumnReader::add()
    Condition(const requirement::Formula& formula, ColumnReader& columns, const std::string& user);

    /// Whether it holds with these values of the reader's columns. A comparison with a value that
    /// is not a number does not hold. Does not allocate.
    bool holds(const std::vector<double>& values);

  private:
    bool holds(const requirement::Term& term);

    const requirement::Formula* formula_;
    std::vector<std::size_t> columns_;  ///< of the reader
    std::vector<double> values_;        ///< of the formula's columns
    std::vector<double> stack_;
};

/// Whether a formula has temporal operators.
bool is_temporal(const requirement::Formula& formula);

}  // namespace gateway

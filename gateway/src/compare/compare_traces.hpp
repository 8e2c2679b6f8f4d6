// SPDX-License-Identifier: MIT
#pragma once

#include "comparison.hpp"

#include <fstream>

namespace gateway {

/// The rows of a CSV file, one after another.
class TraceReader {
  public:
    /// Reads the names of the columns.
    /// @throws std::invalid_argument if there are none
    explicit TraceReader(const std::string& file);

    const std::vector<std::string>& names() const { return names_; }
    /// @return the index of a column, or nothing
    std::optional<std::size_t> find(const std::string& name) const;
    /// The column of the time, or nothing.
    std::optional<std::size_t> time() const;

    /// @return false at the end
    /// @throws std::invalid_argument for a row of another length than the header's
    bool next();
    const std::string& cell(std::size_t column) const { return cells_[column]; }

  private:
    void split(const std::string& line);

    std::string file_;
    std::ifstream in_;
    std::size_t line_ = 1;
    std::vector<std::string> names_, cells_;
};

/// @throws std::invalid_argument
Comparison compare_traces(const std::string& a, const std::string& b, const Tolerances& tolerances);

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <unordered_map>
#include <vector>

namespace gateway::campaign {

/// Rows as lines of a CSV file, with a column for each single value of their results, by its path:
/// "parameters.vehicle.start.vx_mps", "summary.route.max_m". Cells with commas or quotes are quoted
/// as RFC 4180 has it; null is an empty cell.
class ResultTable {
  public:
    /// Adds the columns that a row has first.
    void learn(const Row& row);
    void write_header(std::ostream& out) const;
    /// @pre learn() of that row
    void write(const Row& row, std::ostream& out) const;

  private:
    std::vector<std::string> columns_;
    std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace gateway::campaign

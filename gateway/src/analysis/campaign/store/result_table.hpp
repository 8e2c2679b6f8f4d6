// SPDX-License-Identifier: MIT
#pragma once

#include "row.hpp"
#include "sqlite_file.hpp"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <unordered_map>
#include <vector>

namespace gateway::campaign {

/// The text of a cell of a CSV file, in quotes if necessary.
std::string csv_cell(const std::string& text);

/// A table of results with a column for each single value, named by its path:
/// "parameters.vehicle.start.vx_mps", "summary.route.max_m".
class ResultTable {
  public:
    /// Adds the new columns of a row.
    void learn(const Row& row);

    /// Writes CSV: cells with commas or quotes are quoted as in RFC 4180, null is an empty cell.
    void write_header(std::ostream& out) const;
    /// @pre learn() of that row
    void write(const Row& row, std::ostream& out) const;

    /// The columns for a database: INTEGER for integers and booleans, REAL for other numbers, and
    /// TEXT if any value is a text.
    std::vector<SqlColumn> sql_columns() const;
    /// @pre learn() of that row
    void write(const Row& row, SqliteFile& to) const;

  private:
    enum class Kind { whole, real, text };
    struct Column {
        std::string path;
        Kind kind = Kind::whole;  ///< common kind of all values so far
    };

    std::vector<Column> columns_;
    std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace gateway::campaign

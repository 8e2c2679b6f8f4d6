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

/// Rows as lines of a table, with a column for each single value of their results, by its path:
/// "parameters.vehicle.start.vx_mps", "summary.route.max_m".
class ResultTable {
  public:
    /// Adds the columns that a row has first.
    void learn(const Row& row);

    /// As CSV: cells with commas or quotes are quoted as RFC 4180 has it, null is an empty cell.
    void write_header(std::ostream& out) const;
    /// @pre learn() of that row
    void write(const Row& row, std::ostream& out) const;

    /// Of a database: a column of whole numbers and truth values is INTEGER, of other numbers REAL,
    /// and TEXT where any value is a text.
    std::vector<SqlColumn> sql_columns() const;
    /// @pre learn() of that row
    void write(const Row& row, SqliteFile& to) const;

  private:
    enum class Kind { whole, real, text };
    struct Column {
        std::string path;
        Kind kind = Kind::whole;  ///< of all values so far
    };

    std::vector<Column> columns_;
    std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace gateway::campaign

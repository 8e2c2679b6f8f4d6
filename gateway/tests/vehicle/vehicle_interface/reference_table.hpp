// SPDX-License-Identifier: MIT
#pragma once

#include "reference_files.hpp"

#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace tests {

/// A row of a table, by the names of its columns.
class TableRow {
  public:
    TableRow(const std::vector<std::string>& columns, const std::string& line) {
        std::istringstream cells(line);
        for (const std::string& column : columns) std::getline(cells, cells_[column], ',');
    }
    const std::string& text(const std::string& column) const { return cells_.at(column); }
    /// Also "nan" and "inf".
    float number(const std::string& column) const {
        return std::strtof(text(column).c_str(), nullptr);
    }
    int whole(const std::string& column) const { return std::stoi(text(column)); }

  private:
    std::map<std::string, std::string> cells_;
};

/// A truth table of the public vehicle interface, or nothing if the file is missing.
inline std::optional<std::vector<TableRow>> reference_table(const std::string& name) {
    const auto text = reference_file("../vehicle_interface/" + name);
    if (!text) return std::nullopt;
    std::istringstream lines(*text);
    std::string line;
    std::getline(lines, line);
    std::vector<std::string> columns;
    std::istringstream names(line);
    for (std::string column; std::getline(names, column, ',');) columns.push_back(column);
    std::vector<TableRow> rows;
    while (std::getline(lines, line)) rows.emplace_back(columns, line);
    return rows;
}

}  // namespace tests

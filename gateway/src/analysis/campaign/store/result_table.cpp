// SPDX-License-Identifier: MIT
#include "result_table.hpp"

#include "flat_values.hpp"

#include <algorithm>
#include <ostream>

namespace gateway::campaign {
namespace {

std::string cell_of(const FlatValue& value) {
    if (const auto* text = std::get_if<std::string>(&value.value)) return csv_cell(*text);
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? "true" : "false";
    return value.text;
}

}  // namespace

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    return quoted + '"';
}

void ResultTable::learn(const Row& row) {
    for_each_value(row.result, [&](const FlatValue& value) {
        const auto [place, is_new] = places_.emplace(value.path, columns_.size());
        if (is_new) columns_.push_back({value.path});
        Kind& kind = columns_[place->second].kind;
        if (std::holds_alternative<double>(value.value)) kind = std::max(kind, Kind::real);
        if (std::holds_alternative<std::string>(value.value)) kind = Kind::text;
    });
}

void ResultTable::write_header(std::ostream& out) const {
    out << "run";
    for (const Column& column : columns_) out << ',' << csv_cell(column.path);
    out << '\n';
}

void ResultTable::write(const Row& row, std::ostream& out) const {
    std::vector<std::string> cells(columns_.size());
    for_each_value(row.result,
                   [&](const FlatValue& value) { cells[places_.at(value.path)] = cell_of(value); });
    out << row.run;
    for (const std::string& each : cells) out << ',' << each;
    out << '\n';
}

std::vector<SqlColumn> ResultTable::sql_columns() const {
    std::vector<SqlColumn> all{{"run", "INTEGER"}};
    for (const Column& column : columns_)
        all.push_back({column.path, column.kind == Kind::whole  ? "INTEGER"
                                    : column.kind == Kind::real ? "REAL"
                                                                : "TEXT"});
    return all;
}

void ResultTable::write(const Row& row, SqliteFile& to) const {
    std::vector<Scalar> cells(columns_.size() + 1);
    cells[0] = static_cast<std::int64_t>(row.run);
    for_each_value(row.result, [&](const FlatValue& value) {
        cells[places_.at(value.path) + 1] = value.value;
    });
    to.add_row(cells);
}

}  // namespace gateway::campaign

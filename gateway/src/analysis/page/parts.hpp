// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// The parts of a report. All parameters are markup, unless stated otherwise.
namespace gateway::page {

/// An attribute `class`.
std::string of_class(const std::string& kind);

/// A section of a report, with a heading.
std::string section(const std::string& title, const std::string& inside);

std::string cell(const std::string& inside);
std::string number_cell(const std::string& inside);
std::string row(const std::string& cells);
/// A table. @param columns the names; columns with numbers begin with '#'
std::string table(const std::vector<std::string>& columns, const std::string& rows);

/// A row of a table of facts: a name and a value.
std::string fact(const std::string& name, const std::string& value);
std::string table_of_facts(const std::string& rows);

std::string plot_figure(const std::string& caption, const std::string& svg);

/// "1 run", "2 runs".
std::string plural(std::uint64_t count, const std::string& word);

/// A report as one HTML document without scripts or external resources, so it may be sent, stored
/// and printed.
/// @param title any text
std::string document(const std::string& title, const std::string& body);

}  // namespace gateway::page

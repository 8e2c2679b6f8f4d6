// SPDX-License-Identifier: MIT
#include "result_table.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <ostream>

namespace gateway::campaign {
namespace {

using nlohmann::ordered_json;
using Visit = std::function<void(const std::string& path, const ordered_json& value)>;

void for_each_value(const std::string& path, const ordered_json& value, const Visit& visit) {
    const std::string dot = path.empty() ? "" : path + ".";
    if (value.is_object())
        for (const auto& item : value.items())
            for_each_value(dot + item.key(), item.value(), visit);
    else if (value.is_array())
        for (std::size_t i = 0; i < value.size(); ++i)
            for_each_value(path + "[" + std::to_string(i) + "]", value[i], visit);
    else
        visit(path, value);
}

std::string cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    return quoted + '"';
}

std::string cell(const ordered_json& value) {
    if (value.is_null()) return {};
    return value.is_string() ? cell(value.get<std::string>()) : value.dump();
}

}  // namespace

void ResultTable::learn(const Row& row) {
    for_each_value("", ordered_json::parse(row.result), [&](auto& path, auto&) {
        if (places_.emplace(path, columns_.size()).second) columns_.push_back(path);
    });
}

void ResultTable::write_header(std::ostream& out) const {
    out << "run";
    for (const std::string& column : columns_) out << ',' << cell(column);
    out << '\n';
}

void ResultTable::write(const Row& row, std::ostream& out) const {
    std::vector<std::string> cells(columns_.size());
    for_each_value("", ordered_json::parse(row.result),
                   [&](auto& path, auto& value) { cells[places_.at(path)] = cell(value); });
    out << row.run;
    for (const std::string& each : cells) out << ',' << each;
    out << '\n';
}

}  // namespace gateway::campaign

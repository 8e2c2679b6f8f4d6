// SPDX-License-Identifier: MIT
#include "column_reader.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace gateway {
namespace {

/// The index of the number with that name.
std::optional<std::size_t> item_of(const BoundEntries& bound, const std::string& name) {
    for (const std::size_t item : bound.numbers())
        if (bound.names[item] == name) return item;
    return std::nullopt;
}

}  // namespace

ColumnReader::ColumnReader(const TraceRecorder::Sources& sources, std::vector<TraceColumn> own)
    : from_(sources), columns_(standard_columns(sources.route)) {
    for (TraceColumn& each : own) columns_.push_back(std::move(each));
}

std::size_t ColumnReader::add(const std::string& name, const std::string& user) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    reads_.push_back(reading(name, user));
    names_.push_back(name);
    values_.push_back(0);
    return names_.size() - 1;
}

std::vector<std::size_t> ColumnReader::add(const std::vector<std::string>& names,
                                           const std::string& user) {
    std::vector<std::size_t> indices;
    for (const std::string& name : names) indices.push_back(add(name, user));
    return indices;
}

ColumnReader::Read ColumnReader::reading(const std::string& name, const std::string& user) const {
    for (const TraceColumn& each : columns_)
        if (each.name == name) return each.value;
    const auto port = [](const BoundEntries& bound, std::size_t item) -> Read {
        return [&bound, item](const CycleRecord&) { return number_at(bound.group, item); };
    };
    if (const auto item = item_of(from_.inputs, name)) return port(from_.inputs, *item);
    if (const auto item = item_of(from_.outputs, name)) return port(from_.outputs, *item);
    throw std::runtime_error(user + ": the program has no port for the column '" + name + "'");
}

void ColumnReader::read(const CycleRecord& record) {
    for (std::size_t i = 0; i < reads_.size(); ++i) values_[i] = reads_[i](record);
}

}  // namespace gateway

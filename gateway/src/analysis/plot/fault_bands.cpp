// SPDX-License-Identifier: MIT
#include "fault_bands.hpp"

#include "columns/trace.hpp"

#include <optional>
#include <utility>

namespace gateway {
namespace {

constexpr std::size_t most_bands = 200;

/// The name of the fault if it is the column of one.
std::optional<std::string> fault_of(const std::string& column) {
    static const std::string own = "fault.", topic = "faults.", header = "header.";
    if (column.rfind(own, 0) == 0) return column.substr(own.size());
    const std::size_t dot = column.find('.');
    if (dot == std::string::npos) return std::nullopt;
    const std::size_t at = column.rfind(topic, 0) == 0 ? 0 : dot + 1;
    if (column.compare(at, topic.size(), topic) != 0) return std::nullopt;
    const std::string name = column.substr(at + topic.size());
    if (name.empty() || name.rfind(header, 0) == 0) return std::nullopt;
    return at == 0 ? name : name + " of " + column.substr(0, dot);
}

}  // namespace

FaultBands::FaultBands(const Trace& trace) {
    for (std::size_t i = 0; i < trace.columns().size(); ++i)
        if (auto name = fault_of(trace.columns()[i])) columns_.push_back({i, std::move(*name)});
}

void FaultBands::take(const Trace& trace, double time_s) {
    for (Column& column : columns_) {
        const bool was_active = column.is_active;
        column.is_active = trace.finite(column.place).value_or(0) >= 0.5;
        if (column.is_active && !was_active) {
            column.band = bands_.size();
            if (column.band < most_bands) bands_.push_back({column.name, time_s, time_s});
        }
        const bool is_shown = column.band < bands_.size();
        if ((column.is_active || was_active) && is_shown) bands_[column.band].until_s = time_s;
    }
}

}  // namespace gateway

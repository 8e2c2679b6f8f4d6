// SPDX-License-Identifier: MIT
#include "fault_bands.hpp"

#include "columns/trace.hpp"

namespace gateway {
namespace {

constexpr std::size_t most_bands = 200;

}  // namespace

FaultBands::FaultBands(const Trace& trace) {
    const std::string prefix = "fault.";
    for (std::size_t i = 0; i < trace.columns().size(); ++i)
        if (trace.columns()[i].rfind(prefix, 0) == 0)
            columns_.push_back({i, trace.columns()[i].substr(prefix.size())});
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

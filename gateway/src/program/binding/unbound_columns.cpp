// SPDX-License-Identifier: MIT
#include "unbound_columns.hpp"

#include "message_port.hpp"
#include "signal_functions.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/signals.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace gateway {
namespace {

std::string signal_name(const std::string& column) {
    return column.substr(0, column.find_first_of("[."));
}

bool is_port(const BoundEntries& bound, const std::string& name) {
    const auto numbers = bound.numbers();
    return std::any_of(numbers.begin(), numbers.end(),
                       [&](std::size_t item) { return bound.names[item] == name; });
}

bool is_in(const std::vector<TraceColumn>& columns, const std::string& name) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const TraceColumn& column) { return column.name == name; });
}

/// The element of a computed signal that a column contains.
std::optional<std::size_t> element_of(const std::string& name) {
    const std::string port = signal_name(name);
    const auto* signal = ddc::interface::find_signal(port);
    if (signal == nullptr || is_message(*signal)) return std::nullopt;
    const auto elements = ddc::interface::elements(signal->data_type);
    for (std::size_t i = 0; i < elements.size(); ++i)
        if (port + elements[i].suffix == name) return i;
    return std::nullopt;
}

/// @return nothing if there is no such signal
std::optional<TraceColumn> column_of(const std::string& name, const WorldOrigin& origin) {
    const InputSignal* signal = find_input_signal(signal_name(name));
    const auto element = element_of(name);
    if (signal == nullptr || !element) return std::nullopt;
    const auto elements = std::make_shared<std::vector<double>>(signal->elements);
    return TraceColumn{name, [=](const CycleRecord& record) {
                           signal->function({record.feedback, record.trajectory, record.now,
                                             record.around, origin},
                                            elements->data());
                           return (*elements)[*element];
                       }};
}

}  // namespace

std::vector<TraceColumn> unbound_columns(const std::vector<const requirement::Formula*>& formulas,
                                         const TraceRecorder::Sources& sources,
                                         const std::vector<TraceColumn>& known,
                                         const WorldOrigin& origin) {
    const std::vector<TraceColumn> standard = standard_columns(sources.route);
    std::vector<TraceColumn> columns;
    for (const requirement::Formula* formula : formulas)
        for (const std::string& name : formula->columns) {
            const bool is_there = is_in(standard, name) || is_in(known, name) ||
                                  is_in(columns, name) || is_port(sources.inputs, name) ||
                                  is_port(sources.outputs, name);
            if (is_there) continue;
            if (auto column = column_of(name, origin)) columns.push_back(std::move(*column));
        }
    return columns;
}

bool look_around(const std::vector<const requirement::Formula*>& formulas) {
    const auto looks = [](const std::string& column) {
        const InputSignal* signal = find_input_signal(signal_name(column));
        return signal != nullptr && signal->looks_around;
    };
    return std::any_of(formulas.begin(), formulas.end(), [&](const requirement::Formula* each) {
        return std::any_of(each->columns.begin(), each->columns.end(), looks);
    });
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "bind_side.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/entry_type.hpp>
#include <ddc/interface/values.hpp>

#include <plant/number_text.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace gateway {
namespace {

namespace interface = ddc::interface;
using interface::ElementKind;
using interface::Signal;

/// Appends the entries of a port to a group. @return the first item
std::size_t add_entries(const PortSide& side, const char* name_of_side, BoundEntries& bound) {
    const std::size_t first = bound.group.size();
    ddc::Id id = side.first_id;
    for (const interface::Element& element : interface::elements(side.port.data_type)) {
        bound.group.add(id++, interface::entry_type(element.kind));
        bound.names.push_back(side.name(name_of_side) + element.suffix);
    }
    bound.values.resize(std::max(bound.values.size(), bound.group.size() - first));
    return first;
}

bool only_real64(const ddc::Group& group, std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i)
        if (group.item(i).type != ddc::Type::real64) return false;
    return true;
}

/// An empty text gives no reason.
Reasons reasons_of(std::string text) {
    return text.empty() ? Reasons{} : Reasons{std::move(text)};
}

std::string counted(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " element" : " elements");
}

/// Why a port of that type cannot carry a signal, or nothing.
std::string mismatch(const interface::DataType& type, const SignalUse& use) {
    const Signal& signal = *use.signal;
    const auto mine = interface::elements(type), its = interface::elements(signal.data_type);
    const std::string both = "is of type " + describe(type) + ", the signal " +
                             std::string(signal.name) + " is of type " + describe(signal.data_type);
    if (mine.size() != its.size()) return both + "; they must have as many elements";
    const bool is_input = signal.direction == interface::Direction::input;
    const auto& from = is_input ? its : mine;
    const auto& to = is_input ? mine : its;
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (from[i].kind == ElementKind::string || to[i].kind == ElementKind::string)
            return both + "; a string port cannot carry a signal";
        if (to[i].kind == ElementKind::boolean && from[i].kind != ElementKind::boolean)
            return both + "; a number is neither true nor false";
    }
    return {};
}

/// Why the gateway's function for a signal cannot serve it, or nothing.
template <class Row>
std::string unserved(const Signal& signal, const Row* row) {
    if (row == nullptr) return "the gateway has no function for this signal of its catalogue";
    const std::size_t count = interface::element_count(signal.data_type);
    if (count == row->elements) return {};
    return "the signal has " + std::to_string(count) + " elements, the gateway's function for it " +
           std::to_string(row->elements) + "; the two tables of signals do not fit each other";
}

/// A port that carries a signal.
struct Carried {
    Reasons reasons;  ///< why it cannot
    std::vector<MessageElement> elements{};
};

template <class Row>
Carried carry(const interface::DataType& type, const SignalUse& use, const Row* row) {
    Carried result;
    if (is_message(*use.signal))
        result.reasons = match_message(type, use, result.elements);
    else
        result.reasons = reasons_of(mismatch(type, use));
    if (result.reasons.empty()) result.reasons = reasons_of(unserved(*use.signal, row));
    return result;
}

/// Why values of a series do not fit an element, or nothing.
std::string misfit(ElementKind kind, const TimeSeries& series, std::size_t column) {
    using Limits = std::numeric_limits<std::int32_t>;
    if (kind == ElementKind::real64) return {};
    if (kind == ElementKind::string) return "a text has no column";
    if (series.between() == Between::linear)
        return "interpolation: linear does not give whole numbers; write interpolation: hold";
    const bool is_flag = kind == ElementKind::boolean;
    for (std::size_t i = column; i < series.values().size(); i += series.columns()) {
        const double value = series.values()[i];
        const bool is_whole = std::round(value) == value;
        const double least = is_flag ? 0 : Limits::min(), greatest = is_flag ? 1 : Limits::max();
        if (!is_whole || value < least || value > greatest)
            return std::string("the column must hold ") +
                   (is_flag ? "0 or 1" : "whole numbers of 32 bits") + ", has " +
                   plant::plain(value);
    }
    return {};
}

std::string misfit(const interface::DataType& type, const TimeSeries& series) {
    const auto elements = interface::elements(type);
    if (elements.size() != series.columns())
        return "is of type " + describe(type) + " with " + counted(elements.size()) +
               ", `column` names " + std::to_string(series.columns()) +
               "; write one column for each element, column: [a, b]";
    for (std::size_t i = 0; i < elements.size(); ++i)
        if (std::string reason = misfit(elements[i].kind, series, i); !reason.empty())
            return reason;
    return {};
}

struct BindInput {
    const PortSide& side;
    InputBindings& inputs;

    Reasons operator()(const SignalUse& use) const {
        const InputSignal* row = find_input_signal(use.signal->name);
        Carried carried = carry(side.port.data_type, use, row);
        if (!carried.reasons.empty()) return carried.reasons;
        if (carried.elements.empty())
            add(std::make_unique<SignalSource>(*row, use.conversion));
        else
            add(std::make_unique<MessageSource>(*row, std::move(carried.elements)));
        return {};
    }
    Reasons operator()(const SeriesUse& use) const {
        std::string reason = misfit(side.port.data_type, *use.series);
        if (reason.empty()) add(std::make_unique<SeriesSource>(use.series));
        return reasons_of(std::move(reason));
    }
    Reasons operator()(const ConstantUse& use) const {
        try {
            hold(value_from_json(side.port.data_type, nlohmann::json::parse(use.json)));
        } catch (const interface::InterfaceError& error) {
            return {std::string("is of type ") + describe(side.port.data_type) + ", constant " +
                    error.what()};
        }
        return {};
    }
    Reasons operator()(const ZeroUse&) const {
        hold(interface::default_values(side.port.data_type));
        return {};
    }
    Reasons operator()(const RecordUse&) const { return {"`record` is for outputs"}; }
    Reasons operator()(const IgnoreUse&) const { return {}; }

    void add(std::unique_ptr<const InputSource> source) const {
        const std::size_t first = add_entries(side, ".in", inputs);
        const std::size_t count = inputs.group.size() - first;
        inputs.ports.push_back(
            {std::move(source), first, count, only_real64(inputs.group, first, count)});
    }
    void hold(const interface::ElementValues& values) const {
        std::size_t item = add_entries(side, ".in", inputs);
        for (const auto& value : values) {
            const auto set = [&](const auto& v) {
                if constexpr (!std::is_same_v<std::decay_t<decltype(v)>, std::monostate>)
                    inputs.group.set(item, v);
            };
            std::visit(set, value);
            ++item;
        }
    }
};

struct BindOutput {
    const PortSide& side;
    OutputBindings& outputs;

    Reasons operator()(const SignalUse& use) const {
        const OutputSignal* row = find_output_signal(use.signal->name);
        Carried carried = carry(side.port.data_type, use, row);
        if (!carried.reasons.empty()) return carried.reasons;
        const std::size_t first = add_entries(side, ".out", outputs);
        outputs.values.resize(std::max(outputs.values.size(), row->elements));
        OutputSink sink{row, use.conversion, use.signal->min, use.signal->max,
                        std::move(carried.elements)};
        outputs.ports.push_back(
            {side.port.name, std::move(sink), first, outputs.group.size() - first});
        return {};
    }
    Reasons operator()(const RecordUse&) const {
        add_entries(side, ".out", outputs);
        return {};
    }
    Reasons operator()(const IgnoreUse&) const { return {}; }
    template <class InputUse>
    Reasons operator()(const InputUse&) const {
        return {"is an output, which the program writes; write signal, record or ignore"};
    }
};

}  // namespace

std::string PortSide::name(const char* side) const {
    return port.name + (port.direction == interface::Direction::io ? side : "");
}

Reasons bind_input(const PortSide& side, const PortUse& use, InputBindings& inputs) {
    return std::visit(BindInput{side, inputs}, use);
}

Reasons bind_output(const PortSide& side, const PortUse& use, OutputBindings& outputs) {
    return std::visit(BindOutput{side, outputs}, use);
}

bool is_of_output(const PortUse& use) {
    if (const auto* signal = std::get_if<SignalUse>(&use))
        return signal->signal->direction == interface::Direction::output;
    return std::holds_alternative<RecordUse>(use) || std::holds_alternative<IgnoreUse>(use);
}

bool is_of_input(const PortUse& use) {
    return std::holds_alternative<IgnoreUse>(use) || !is_of_output(use);
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "bindings.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/entry_type.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace gateway {

namespace interface = ddc::interface;
using interface::Port;
using interface::Signal;

namespace {

bool same_entries(const interface::DataType& a, const interface::DataType& b) {
    const auto left = interface::elements(a), right = interface::elements(b);
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const auto& x, const auto& y) { return x.kind == y.kind; });
}

std::string known_names(const std::vector<Signal>& catalogue) {
    std::string names;
    for (const Signal& signal : catalogue)
        names += (names.empty() ? "" : ", ") + std::string(signal.name);
    return names;
}

/// Why a port cannot carry a signal, or "".
std::string mismatch(const Port& port, const Signal& signal) {
    if (port.direction != signal.direction)
        return "is an " + std::string(to_string(port.direction)) + ", the signal is an " +
               std::string(to_string(signal.direction));
    if (!same_entries(port.data_type, signal.data_type))
        return "is of type " + describe(port.data_type) + ", the signal is of type " +
               describe(signal.data_type) + " in " + std::string(signal.unit);
    return {};
}

/// Why the gateway's function for a signal cannot serve it, or "".
std::string wrong_size(const Signal& signal, std::size_t elements) {
    const std::size_t count = interface::element_count(signal.data_type);
    if (count == elements) return {};
    return "the signal has " + std::to_string(count) + " elements, the gateway's function for it " +
           std::to_string(elements) + "; the two tables of signals do not fit each other";
}

/// The first output of that kind, or null.
const BoundPort<OutputSignal>* first_output(const OutputBindings& outputs, DriveKind kind) {
    const auto found = std::find_if(outputs.ports.begin(), outputs.ports.end(),
                                    [&](const auto& port) { return port.signal->drive == kind; });
    return found == outputs.ports.end() ? nullptr : &*found;
}

void refuse_mixture(const OutputBindings& outputs, std::vector<std::string>& problems) {
    const auto* driver = first_output(outputs, DriveKind::driver);
    const auto* actuators = first_output(outputs, DriveKind::actuators);
    if (driver == nullptr || actuators == nullptr) return;
    problems.push_back("ports '" + driver->name + "' and '" + actuators->name +
                       "': the first sets a driver's pedals and steering, the second actuators; "
                       "keep one kind");
}

void refuse_rivals(const OutputBindings& outputs, std::vector<std::string>& problems) {
    std::vector<const OutputSignal*> set;
    for (const auto& port : outputs.ports) set.push_back(port.signal);
    std::sort(set.begin(), set.end());
    for (const PartName& shared : part_names)
        for (std::size_t i = 0; i < set.size(); ++i)
            for (std::size_t j = i + 1; j < set.size(); ++j)
                if (first_shared(*set[i], *set[j]) == &shared)
                    problems.push_back("ports '" + std::string(set[i]->name) + "' and '" +
                                       std::string(set[j]->name) + "': both set " +
                                       std::string(shared.name) + "; keep one of them");
}

/// @return why the port cannot be bound, or nothing
template <class Row>
std::string add_port(Bindings<Row>& bindings, const Port& port, const Signal& signal,
                     const Row& row, ddc::Id first_id) {
    if (std::string reason = wrong_size(signal, row.elements); !reason.empty()) return reason;
    BoundPort<Row> bound;
    bound.name = port.name;
    bound.signal = &row;
    bound.first = bindings.group.size();
    bound.min = signal.min;
    bound.max = signal.max;
    for (const interface::Element& element : interface::elements(port.data_type)) {
        bindings.group.add(first_id++, interface::entry_type(element.kind));
        bindings.names.push_back(port.name + element.suffix);
    }
    bound.count = bindings.group.size() - bound.first;
    bindings.values.resize(std::max(bindings.values.size(), bound.count));
    bindings.ports.push_back(std::move(bound));
    return {};
}

/// @return why the port cannot be bound, or nothing
std::string bind_port(const Port& port, const Signal& signal, ddc::Id first_id,
                      InputBindings& inputs, OutputBindings& outputs) {
    if (std::string reason = mismatch(port, signal); !reason.empty()) return reason;
    if (const InputSignal* row = find_input_signal(port.name))
        return add_port(inputs, port, signal, *row, first_id);
    if (const OutputSignal* row = find_output_signal(port.name))
        return add_port(outputs, port, signal, *row, first_id);
    return "the gateway has no function for this signal of its catalogue";
}

}  // namespace

std::vector<std::string> bind(const ProgramDescription& description, ddc::Id reference_id,
                              InputBindings& inputs, OutputBindings& outputs,
                              const std::vector<Signal>& catalogue) {
    std::vector<std::string> problems;
    const std::vector<Port>& ports = description.ports.ports;
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const Port& port = ports[i];
        if (port.port_type == interface::PortType::socket) continue;
        const auto complain = [&](const std::string& reason) {
            problems.push_back("port " + std::to_string(i) + " '" + port.name + "': " + reason);
        };
        const auto signal =
            std::find_if(catalogue.begin(), catalogue.end(),
                         [&](const Signal& candidate) { return candidate.name == port.name; });
        if (signal == catalogue.end()) {
            if (!port.optional)
                complain("the gateway has no such signal; it has " + known_names(catalogue));
            continue;
        }
        if (!description.layout.ports[i].offset) continue;  // optional, and not in the slot table
        const auto first_id =
            static_cast<ddc::Id>(reference_id + *description.layout.ports[i].offset);
        const std::string reason = bind_port(port, *signal, first_id, inputs, outputs);
        if (!reason.empty()) complain(reason);
    }
    refuse_rivals(outputs, problems);
    refuse_mixture(outputs, problems);
    return problems;
}

DriveKind drive_kind(const OutputBindings& outputs) {
    for (const DriveKind kind : {DriveKind::driver, DriveKind::actuators})
        if (first_output(outputs, kind) != nullptr) return kind;
    return DriveKind::any;
}

void set_inputs(const Moment& moment, InputBindings& inputs) {
    for (const auto& port : inputs.ports) {
        port.signal->function(moment, inputs.values.data());
        for (std::size_t i = 0; i < port.count; ++i)
            store_number(inputs.group, port.first + i, inputs.values[i]);
    }
}

double number_at(const ddc::Group& group, std::size_t item) noexcept {
    switch (group.item(item).type) {
        case ddc::Type::boolean:
            return group.boolean(item) ? 1 : 0;
        case ddc::Type::int32:
            return group.int32(item);
        case ddc::Type::real64:
            return group.real64(item);
        default:
            return 0;
    }
}

void store_number(ddc::Group& group, std::size_t item, double value) noexcept {
    switch (group.item(item).type) {
        case ddc::Type::boolean:
            return group.set(item, value != 0);
        case ddc::Type::int32:
            return group.set(item, static_cast<std::int32_t>(std::lround(value)));
        case ddc::Type::real64:
            return group.set(item, value);
        default:
            return;
    }
}

}  // namespace gateway

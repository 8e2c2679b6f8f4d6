// SPDX-License-Identifier: MIT
#include "bindings.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/entry_type.hpp>
#include <ddc/interface/signals.hpp>

#include <algorithm>
#include <cmath>

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

std::string known_names() {
    std::string names;
    for (const Signal& signal : interface::signals())
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

/// Signals that set the same part of a command.
struct Rivals {
    std::string_view first, second, both_set;
};

constexpr Rivals rivals[] = {
    {"set_gas", "gripped_torque", "the pedals"},
    {"set_braking", "gripped_torque", "the pedals"},
    {"set_steering", "gripped_steer", "the steering"},
    {"set_gas", "gear_cmd", "the gear"},
    {"gripped_torque", "gear_cmd", "the gear"},
};

/// The first output that speaks to `kind`, or null.
const BoundPort<OutputFunction>* first_output(const OutputBindings& outputs, DriveKind kind) {
    const auto found =
        std::find_if(outputs.ports.begin(), outputs.ports.end(),
                     [&](const auto& port) { return drive_kind(port.name) == kind; });
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
    const auto has = [&](std::string_view name) {
        return std::any_of(outputs.ports.begin(), outputs.ports.end(),
                           [&](const auto& port) { return port.name == name; });
    };
    for (const Rivals& pair : rivals)
        if (has(pair.first) && has(pair.second))
            problems.push_back("ports '" + std::string(pair.first) + "' and '" +
                               std::string(pair.second) + "': both set " +
                               std::string(pair.both_set) + "; keep one of them");
}

template <class Function>
void add_port(Bindings<Function>& bindings, const Port& port, const Signal& signal,
              Function function, ddc::Id first_id) {
    BoundPort<Function> bound;
    bound.name = port.name;
    bound.function = function;
    bound.first = bindings.group.size();
    bound.min = signal.min;
    bound.max = signal.max;
    for (const interface::Element& element : interface::elements(port.data_type)) {
        bindings.group.add(first_id++, interface::entry_type(element.kind));
        bindings.names.push_back(port.name + element.suffix);
    }
    bound.count = bindings.group.size() - bound.first;
    bindings.ports.push_back(std::move(bound));
}

}  // namespace

std::vector<std::string> bind(const ProgramDescription& description, ddc::Id reference_id,
                              InputBindings& inputs, OutputBindings& outputs) {
    std::vector<std::string> problems;
    const std::vector<Port>& ports = description.ports.ports;
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const Port& port = ports[i];
        const auto complain = [&](const std::string& reason) {
            problems.push_back("port " + std::to_string(i) + " '" + port.name + "': " + reason);
        };
        if (port.port_type == interface::PortType::socket) continue;
        const Signal* signal = interface::find_signal(port.name);
        if (signal == nullptr) {
            if (!port.optional) complain("the gateway has no such signal; it has " + known_names());
            continue;
        }
        if (!description.layout.ports[i].offset) continue;  // optional, and not in the slot table
        const std::string reason = mismatch(port, *signal);
        if (!reason.empty()) {
            complain(reason);
            continue;
        }
        const auto first_id =
            static_cast<ddc::Id>(reference_id + *description.layout.ports[i].offset);
        if (InputFunction input = find_input_function(port.name))
            add_port(inputs, port, *signal, input, first_id);
        else if (OutputFunction output = find_output_function(port.name))
            add_port(outputs, port, *signal, output, first_id);
    }
    refuse_rivals(outputs, problems);
    refuse_mixture(outputs, problems);
    return problems;
}

DriveKind drive_kind(std::string_view output) {
    for (const std::string_view name : {"accel_cmd", "brake_cmd", "steer_cmd"})
        if (output == name) return DriveKind::actuators;
    for (const std::string_view name :
         {"set_steering", "set_gas", "set_braking", "gripped_steer", "gripped_torque"})
        if (output == name) return DriveKind::driver;
    return DriveKind::any;
}

DriveKind drive_kind(const OutputBindings& outputs) {
    for (const DriveKind kind : {DriveKind::driver, DriveKind::actuators})
        if (first_output(outputs, kind) != nullptr) return kind;
    return DriveKind::any;
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

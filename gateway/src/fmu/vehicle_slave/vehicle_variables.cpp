// SPDX-License-Identifier: MIT
#include "vehicle_variables.hpp"

#include "parameter_unit.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>

namespace gateway::fmu {
namespace {

using plant::Parameter;
using plant::ParameterKind;

/// Sections without effect on a model.
std::vector<std::string_view> unused_sections(plant::Model model) {
    if (plant::takes_actuation(model))
        return {"tyre.", "solver.", "actuator.", "vehicle.brake_control."};
    if (!has_four_wheels(model)) return {"actuation.", "vehicle.brake_control."};
    return {"actuation."};
}

/// The units of inputs follow from these, and the initial state replaces the last.
constexpr std::string_view kept[] = {"actuation.convert_accel_cmd", "actuation.convert_brake_cmd",
                                     "actuation.reset_state."};

constexpr std::uint64_t largest_int32 = std::numeric_limits<std::int32_t>::max();

/// FMI 2.0 has neither lists nor integers of 64 bits.
bool has_scalar_type(const Parameter& parameter, Version version) {
    const bool is_list = parameter.is_in_list || parameter.kind == ParameterKind::numbers ||
                         parameter.kind == ParameterKind::length;
    const bool is_large = parameter.kind == ParameterKind::count && parameter.whole > largest_int32;
    return !is_list && !(is_large && version == Version::fmi2);
}

bool is_variable(const Parameter& parameter, const VehiclePackage& package) {
    if (!has_scalar_type(parameter, package.version)) return false;
    const auto is_in = [&](std::string_view section) {
        return parameter.name.rfind(section, 0) == 0;
    };
    const auto unused = unused_sections(package.model);
    return std::none_of(unused.begin(), unused.end(), is_in) &&
           std::none_of(std::begin(kept), std::end(kept), is_in);
}

Variable fixed(const std::string& name, Type type, Value start) {
    Variable variable;
    variable.name = name;
    variable.type = type;
    variable.causality = Causality::parameter;
    variable.variability = Variability::fixed;
    variable.initial = Initial::exact;
    variable.start = std::move(start);
    return variable;
}

Variable number_variable(const Parameter& parameter) {
    Variable variable = fixed(parameter.name, Type::float64, parameter.number);
    variable.unit = unit_of_key(parameter.name).value_or("");
    variable.min = parameter.range.min;
    variable.max = parameter.range.max;
    return variable;
}

Variable count_variable(const Parameter& parameter, Version version) {
    if (version == Version::fmi3) return fixed(parameter.name, Type::uint64, parameter.whole);
    Variable variable =
        fixed(parameter.name, Type::int32, static_cast<std::int64_t>(parameter.whole));
    variable.min = 0;
    variable.max = static_cast<double>(largest_int32);
    return variable;
}

EnumerationType enumeration_of(const Parameter& parameter) {
    EnumerationType type;
    type.name = "choice." + parameter.name;
    for (std::size_t i = 0; i < parameter.names.size(); ++i)
        type.items.push_back({std::string(parameter.names[i]), static_cast<std::int64_t>(i) + 1});
    return type;
}

Variable choice_variable(const Parameter& parameter, const EnumerationType& type) {
    Variable variable =
        fixed(parameter.name, Type::enumeration, static_cast<std::int64_t>(parameter.whole) + 1);
    variable.declared_type = type.name;
    variable.min = 1;
    variable.max = static_cast<double>(type.items.size());
    return variable;
}

Variable time_variable() {
    Variable variable;
    variable.name = "time";
    variable.causality = Causality::independent;
    variable.unit = "s";
    variable.description = "Simulated time";
    return variable;
}

void take(Parameter& parameter, const Values& values, std::uint32_t reference, Type type) {
    switch (type) {
        case Type::float64:
            parameter.number = values.get<double>(reference);
            break;
        case Type::boolean:
            parameter.whole = values.get<bool>(reference) ? 1 : 0;
            break;
        case Type::enumeration:
            parameter.whole = static_cast<std::uint64_t>(values.get<std::int64_t>(reference) - 1);
            break;
        case Type::int32:
            parameter.whole = static_cast<std::uint64_t>(values.get<std::int32_t>(reference));
            break;
        default:
            parameter.whole = values.get<std::uint64_t>(reference);
    }
}

}  // namespace

VehicleVariables::VehicleVariables(const VehiclePackage& package)
    : inputs_(input_signals(package.model, package.setup)),
      outputs_(output_signals(package.model)),
      parameters_(plant::list_parameters(package.setup)) {
    add(time_variable());
    first_input_ = static_cast<std::uint32_t>(all_.size());
    for (const InputSignal& each : inputs_) add(each.variable);
    first_output_ = static_cast<std::uint32_t>(all_.size());
    for (const OutputSignal& each : outputs_) add(each.variable);
    add_parameters(package);
    first_start_ = static_cast<std::uint32_t>(all_.size());
    add_start(package.start);
}

std::uint32_t VehicleVariables::add(Variable variable) {
    const auto reference = static_cast<std::uint32_t>(all_.size());
    variable.reference = reference;
    all_.push_back(std::move(variable));
    return reference;
}

void VehicleVariables::add_parameters(const VehiclePackage& package) {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const Parameter& parameter = parameters_[i];
        if (!is_variable(parameter, package)) continue;
        Variable variable;
        switch (parameter.kind) {
            case ParameterKind::flag:
                variable = fixed(parameter.name, Type::boolean, parameter.whole != 0);
                break;
            case ParameterKind::count:
                variable = count_variable(parameter, package.version);
                break;
            case ParameterKind::choice:
                enumerations_.push_back(enumeration_of(parameter));
                variable = choice_variable(parameter, enumerations_.back());
                break;
            default:
                variable = number_variable(parameter);
        }
        bound_.push_back({i, add(std::move(variable))});
    }
}

void VehicleVariables::add_start(const VehicleStart& start) {
    const auto one = [&](const char* name, double value, const char* unit, const char* text) {
        Variable variable = fixed(std::string("init.") + name, Type::float64, value);
        variable.unit = unit;
        variable.description = text;
        add(std::move(variable));
    };
    one("x", start.x_m, "m", "East position of the centre of gravity at the start");
    one("y", start.y_m, "m", "North position of the centre of gravity at the start");
    one("yaw", start.yaw_rad, "rad", "Yaw at the start, from east, counter-clockwise");
    one("speed", start.vx_mps, "m/s", "Forward speed at the start");
}

plant::Command VehicleVariables::command(const Values& values) const {
    plant::Command command;
    std::uint32_t reference = first_input_;
    for (const InputSignal& each : inputs_) each.apply(command, values, reference++, each.index);
    return command;
}

void VehicleVariables::write(const plant::Output& output, Values& values) const {
    std::uint32_t reference = first_output_;
    for (const OutputSignal& each : outputs_)
        values.set(reference++, each.read(output, each.index));
}

void VehicleVariables::apply_parameters(const Values& values, VehiclePackage& package) const {
    std::vector<Parameter> parameters = parameters_;
    for (const Bound& each : bound_)
        take(parameters[each.parameter], values, each.reference, all_[each.reference].type);
    plant::assign_parameters(package.setup, parameters);
    VehicleStart& start = package.start;
    std::uint32_t reference = first_start_;
    for (double* value : {&start.x_m, &start.y_m, &start.yaw_rad, &start.vx_mps})
        *value = values.get<double>(reference++);
}

}  // namespace gateway::fmu

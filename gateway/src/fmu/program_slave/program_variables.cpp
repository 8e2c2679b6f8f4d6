// SPDX-License-Identifier: MIT
#include "program_variables.hpp"

#include <string>
#include <utility>

namespace gateway::fmu {

using ddc::interface::ElementKind;

namespace {

constexpr double default_start_timeout_s = 10;
constexpr double default_answer_timeout_s = 2;

Variable time_variable() {
    Variable time;
    time.name = "time";
    time.reference = program_variable::time;
    time.causality = Causality::independent;
    time.unit = "s";
    time.description = "Simulated time";
    return time;
}

Variable timeout_variable(std::uint32_t reference, std::string name, double default_s,
                          std::string description) {
    Variable timeout;
    timeout.name = std::move(name);
    timeout.reference = reference;
    timeout.causality = Causality::parameter;
    timeout.variability = Variability::fixed;
    timeout.initial = Initial::exact;
    timeout.unit = "s";
    timeout.min = program_variable::shortest_timeout_s;
    timeout.max = program_variable::longest_timeout_s;
    timeout.start = default_s;
    timeout.description = std::move(description);
    return timeout;
}

Type type_of(ElementKind kind) {
    switch (kind) {
        case ElementKind::boolean:
            return Type::boolean;
        case ElementKind::int32:
            return Type::int32;
        case ElementKind::real64:
            return Type::float64;
        case ElementKind::string:
            break;
    }
    return Type::string;
}

Value zero_of(ElementKind kind) {
    switch (kind) {
        case ElementKind::boolean:
            return false;
        case ElementKind::int32:
            return std::int64_t{0};
        case ElementKind::real64:
            return 0.0;
        case ElementKind::string:
            break;
    }
    return std::string();
}

}  // namespace

Variable variable_of(const PackedVariable& packed, std::uint32_t reference) {
    Variable variable;
    variable.name = packed.name;
    variable.reference = reference;
    variable.type = type_of(packed.kind);
    variable.causality = packed.is_input ? Causality::input : Causality::output;
    variable.variability = Variability::discrete;
    if (packed.is_input) variable.start = zero_of(packed.kind);
    return variable;
}

std::vector<Variable> variables_of(const ProgramPackage& package) {
    std::vector<Variable> variables{
        time_variable(),
        timeout_variable(program_variable::start_timeout, "program.start_timeout_s",
                         default_start_timeout_s, "Longest wait for the program at its start"),
        timeout_variable(program_variable::answer_timeout, "program.answer_timeout_s",
                         default_answer_timeout_s, "Longest wait for the program in a cycle")};
    for (const PackedVariable& each : package.variables)
        variables.push_back(variable_of(each, static_cast<std::uint32_t>(variables.size())));
    return variables;
}

}  // namespace gateway::fmu

// SPDX-License-Identifier: MIT
#include "initial.hpp"

#include <algorithm>

namespace gateway::fmu {
namespace {

bool is_parameter(Causality causality) {
    return causality == Causality::parameter || causality == Causality::structural_parameter;
}

bool is_fixed_or_tunable(Variability variability) {
    return variability == Variability::fixed || variability == Variability::tunable;
}

/// The default first.
std::vector<Initial> initial_values(Causality causality, Variability variability) {
    if (variability == Variability::constant || is_parameter(causality) ||
        causality == Causality::input)
        return {Initial::exact};
    if (causality == Causality::calculated_parameter || is_fixed_or_tunable(variability))
        return {Initial::calculated, Initial::approx};
    return {Initial::calculated, Initial::exact, Initial::approx};
}

}  // namespace

bool is_allowed(Causality causality, Variability variability, Version version) {
    switch (causality) {
        case Causality::structural_parameter:
            return version == Version::fmi3 && is_fixed_or_tunable(variability);
        case Causality::parameter:
        case Causality::calculated_parameter:
            return is_fixed_or_tunable(variability);
        case Causality::input:
            return variability == Variability::discrete || variability == Variability::continuous;
        case Causality::output:
            return !is_fixed_or_tunable(variability);
        case Causality::local:
            return true;
        case Causality::independent:
            return variability == Variability::continuous;
    }
    return false;
}

std::vector<Initial> allowed_initial(Causality causality, Variability variability,
                                     Version version) {
    const bool is_input_of_2 = causality == Causality::input && version == Version::fmi2;
    if (causality == Causality::independent || is_input_of_2) return {};
    return initial_values(causality, variability);
}

std::optional<Initial> initial_of(const Variable& variable) {
    if (variable.initial) return variable.initial;
    if (variable.causality == Causality::independent) return std::nullopt;
    return initial_values(variable.causality, variable.variability).front();
}

bool needs_start(const Variable& variable) {
    const auto initial = initial_of(variable);
    return initial && *initial != Initial::calculated;
}

bool forbids_start(const Variable& variable) {
    return !needs_start(variable);
}

bool is_initially_optional(const Variable& variable) {
    return variable.is_clocked || variable.type == Type::clock;
}

std::vector<std::uint32_t> required_initial_unknowns(const ModelDescription& description) {
    const auto& variables = description.variables;
    std::vector<bool> is_state(variables.size(), false);
    for (const Unknown& derivative : description.derivatives) {
        if (derivative.index >= variables.size()) continue;
        is_state[derivative.index] = true;
        const auto state = variables[derivative.index].derivative_of;
        if (state && *state < variables.size()) is_state[*state] = true;
    }
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < variables.size(); ++i) {
        if (is_initially_optional(variables[i])) continue;
        const bool is_calculated =
            initial_of(variables[i]).value_or(Initial::exact) != Initial::exact;
        const bool is_listed = variables[i].causality == Causality::output || is_state[i];
        if (variables[i].causality == Causality::calculated_parameter ||
            (is_listed && is_calculated))
            all.push_back(i);
    }
    return all;
}

}  // namespace gateway::fmu

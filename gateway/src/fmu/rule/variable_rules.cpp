// SPDX-License-Identifier: MIT
#include "description/initial.hpp"
#include "description/words.hpp"
#include "rule.hpp"

#include <algorithm>

namespace gateway::fmu {
namespace {

bool is_float(const Variable& variable) {
    return variable.type == Type::float32 || variable.type == Type::float64;
}

/// Arrays, binary values and clocks have their start values in other forms, which are not read.
bool has_scalar_start(const Variable& variable) {
    return !variable.is_array && variable.type != Type::binary && variable.type != Type::clock;
}

std::string combination_of(const Variable& variable) {
    return std::string(word_of(variable.causality, causality_words)) + " and " +
           word_of(variable.variability, variability_words);
}

void check_combinations(const Fmu& fmu, Report& report) {
    const Version version = fmu.description.version;
    for (const Variable& variable : fmu.description.variables)
        if (!is_allowed(variable.causality, variable.variability, version))
            report.add(variable.name, "cannot be " + combination_of(variable));
}

void check_continuous(const Fmu& fmu, Report& report) {
    for (const Variable& variable : fmu.description.variables)
        if (variable.variability == Variability::continuous && !is_float(variable))
            report.add(variable.name, "is continuous, and not a float");
}

void check_initial(const Fmu& fmu, Report& report) {
    const Version version = fmu.description.version;
    for (const Variable& variable : fmu.description.variables) {
        if (!variable.initial || !is_allowed(variable.causality, variable.variability, version))
            continue;
        const auto allowed = allowed_initial(variable.causality, variable.variability, version);
        if (std::find(allowed.begin(), allowed.end(), *variable.initial) == allowed.end())
            report.add(variable.name, std::string("initial cannot be ") +
                                          word_of(*variable.initial, initial_words) + " for " +
                                          combination_of(variable));
    }
}

void check_required_start(const Fmu& fmu, Report& report) {
    for (const Variable& variable : fmu.description.variables)
        if (needs_start(variable) && has_scalar_start(variable) && !variable.start)
            report.add(variable.name, "has no start value");
}

void check_forbidden_start(const Fmu& fmu, Report& report) {
    for (const Variable& variable : fmu.description.variables)
        if (variable.start && forbids_start(variable))
            report.add(variable.name, "has a start value, though it is calculated");
}

void check_independent(const Fmu& fmu, Report& report) {
    int count = 0;
    for (const Variable& variable : fmu.description.variables) {
        if (variable.causality != Causality::independent) continue;
        if (++count > 1) report.add(variable.name, "is a second independent variable");
        if (!is_float(variable)) report.add(variable.name, "is independent, and not a float");
    }
    if (count == 0 && fmu.description.version == Version::fmi3)
        report.add("", "there is no independent variable");
}

std::optional<double> start_number(const Variable& variable) {
    if (!variable.start) return std::nullopt;
    if (const auto* number = std::get_if<double>(&*variable.start)) return *number;
    if (const auto* number = std::get_if<std::int64_t>(&*variable.start))
        return static_cast<double>(*number);
    if (const auto* number = std::get_if<std::uint64_t>(&*variable.start))
        return static_cast<double>(*number);
    return std::nullopt;
}

void check_range(const Fmu& fmu, Report& report) {
    for (const Variable& variable : fmu.description.variables) {
        const auto start = start_number(variable);
        if (variable.min && variable.max && *variable.min > *variable.max)
            report.add(variable.name, "min is above max");
        else if (start && variable.min && *start < *variable.min)
            report.add(variable.name, "start is below min");
        else if (start && variable.max && *start > *variable.max)
            report.add(variable.name, "start is above max");
    }
}

void check_derivatives_of(const Fmu& fmu, Report& report) {
    const auto& variables = fmu.description.variables;
    for (const Variable& variable : variables) {
        if (!variable.derivative_of) continue;
        if (*variable.derivative_of >= variables.size())
            report.add(variable.name, "derivative refers to no variable");
        else if (!is_float(variable) || !is_float(variables[*variable.derivative_of]))
            report.add(variable.name, "is a derivative, and it or the state is not a float");
    }
}

}  // namespace

std::vector<Rule> variable_rules() {
    return {
        {"combination", Severity::warning, "causality and variability may occur together",
         check_combinations},
        {"continuous-float", Severity::warning, "only floats are continuous", check_continuous},
        {"initial", Severity::warning, "initial is permitted for causality and variability",
         check_initial},
        {"start-required", Severity::warning,
         "inputs, parameters, constants and what is initially exact or approx have a start value",
         check_required_start},
        {"start-forbidden", Severity::warning,
         "what is calculated, and the independent variable, have no start value",
         check_forbidden_start},
        {"independent", Severity::warning,
         "there is one independent variable (FMI 2.0: at most one), which is a float",
         check_independent},
        {"range", Severity::warning, "min is not above max, and start is between them",
         check_range},
        {"derivative-of", Severity::warning, "derivatives and their states are floats that exist",
         check_derivatives_of},
    };
}

}  // namespace gateway::fmu

// SPDX-License-Identifier: MIT
#include "rule.hpp"
#include "structured_name.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gateway::fmu {
namespace {

/// Variables of FMI 2.0 that share a value reference and a type.
using AliasSets = std::map<std::pair<Type, std::uint32_t>, std::vector<const Variable*>>;

AliasSets alias_sets(const ModelDescription& description) {
    AliasSets sets;
    if (description.version != Version::fmi2) return sets;
    for (const Variable& variable : description.variables)
        sets[{variable.type, variable.reference}].push_back(&variable);
    return sets;
}

template <class Each>
void each_name(const Variable& variable, Each&& each) {
    each(variable.name);
    for (const std::string& alias : variable.aliases) each(alias);
}

void check_unique_names(const Fmu& fmu, Report& report) {
    std::set<std::string> names;
    for (const Variable& variable : fmu.description.variables)
        each_name(variable, [&](const std::string& name) {
            if (!names.insert(name).second) report.add(name, "two variables have this name");
        });
}

void check_letters(const Fmu& fmu, Report& report) {
    for (const Variable& variable : fmu.description.variables)
        each_name(variable, [&](const std::string& name) {
            if (std::any_of(name.begin(), name.end(), is_control))
                report.add(name, "has a control character");
        });
}

void check_structured(const Fmu& fmu, Report& report) {
    if (!fmu.description.is_structured) return;
    for (const Variable& variable : fmu.description.variables)
        each_name(variable, [&](const std::string& name) {
            if (!is_structured_name(name)) report.add(name, "is not a structured name");
        });
}

void check_references(const Fmu& fmu, Report& report) {
    if (fmu.description.version == Version::fmi2) return;
    std::map<std::uint32_t, const Variable*> first;
    for (const Variable& variable : fmu.description.variables) {
        const auto [found, is_new] = first.emplace(variable.reference, &variable);
        if (!is_new)
            report.add(variable.name, "has the valueReference " +
                                          std::to_string(variable.reference) + " of " +
                                          found->second->name);
    }
}

void check_alias_units(const Fmu& fmu, Report& report) {
    for (const auto& [key, variables] : alias_sets(fmu.description))
        for (const Variable* variable : variables)
            if (variable->unit != variables.front()->unit)
                report.add(variable->name,
                           "is an alias of " + variables.front()->name + " with another unit");
}

/// Whether an importer may set the variable.
bool is_settable(const Variable& variable) {
    return variable.causality == Causality::input || variable.causality == Causality::parameter;
}

void check_alias_inputs(const Fmu& fmu, Report& report) {
    for (const auto& [key, variables] : alias_sets(fmu.description)) {
        const Variable* first = nullptr;
        for (const Variable* variable : variables) {
            if (!is_settable(*variable)) continue;
            if (first != nullptr)
                report.add(variable->name,
                           "is an alias of " + first->name + ", and both can be set");
            first = variable;
        }
    }
}

}  // namespace

std::vector<Rule> name_rules() {
    return {
        {"name-unique", Severity::error, "variables and aliases have different names",
         check_unique_names},
        {"name-characters", Severity::warning, "no name has a control character", check_letters},
        {"name-structured", Severity::warning,
         "names are structured where variableNamingConvention says so", check_structured},
        {"reference-unique", Severity::error,
         "in FMI 3.0, variables have different value references", check_references},
        {"alias-unit", Severity::warning, "in FMI 2.0, aliases have the same unit",
         check_alias_units},
        {"alias-input", Severity::warning,
         "in FMI 2.0, at most one of several aliases is an input or parameter", check_alias_inputs},
    };
}

}  // namespace gateway::fmu

// SPDX-License-Identifier: MIT
#include "description/initial.hpp"
#include "rule.hpp"

#include <algorithm>
#include <set>

namespace gateway::fmu {
namespace {

using Positions = std::set<std::uint32_t>;

std::string name_at(const ModelDescription& description, std::uint32_t index) {
    return description.variables[index].name;
}

/// The variables of a list that exist; those that occur twice are reported.
Positions positions_of(const ModelDescription& description, const std::vector<Unknown>& list,
                       Report& report) {
    Positions positions;
    for (const Unknown& unknown : list)
        if (unknown.index < description.variables.size() && !positions.insert(unknown.index).second)
            report.add(name_at(description, unknown.index), "is listed twice");
    return positions;
}

/// Reports what is in one of the two sets and not in the other.
void compare(const ModelDescription& description, const Positions& listed,
             const Positions& required, Report& report) {
    for (const std::uint32_t index : required)
        if (listed.count(index) == 0) report.add(name_at(description, index), "is not listed");
    for (const std::uint32_t index : listed)
        if (required.count(index) == 0)
            report.add(name_at(description, index), "is listed, and must not be");
}

void check_outputs(const Fmu& fmu, Report& report) {
    const ModelDescription& description = fmu.description;
    Positions required;
    for (std::uint32_t i = 0; i < description.variables.size(); ++i)
        if (description.variables[i].causality == Causality::output) required.insert(i);
    compare(description, positions_of(description, description.outputs, report), required, report);
}

void check_initial_unknowns(const Fmu& fmu, Report& report) {
    const ModelDescription& description = fmu.description;
    const auto required = required_initial_unknowns(description);
    Positions listed;
    for (const std::uint32_t index :
         positions_of(description, description.initial_unknowns, report))
        if (!is_initially_optional(description.variables[index])) listed.insert(index);
    compare(description, listed, {required.begin(), required.end()}, report);
}

void check_initial_order(const Fmu& fmu, Report& report) {
    if (fmu.description.version != Version::fmi2) return;
    const auto& list = fmu.description.initial_unknowns;
    const bool is_ascending =
        std::is_sorted(list.begin(), list.end(),
                       [](const Unknown& a, const Unknown& b) { return a.index < b.index; });
    if (!is_ascending) report.add("InitialUnknowns", "indices do not ascend");
}

template <class Each>
void each_unknown(const ModelDescription& description, Each&& each) {
    for (const auto& unknown : description.outputs) each("outputs", unknown);
    for (const auto& unknown : description.derivatives) each("derivatives", unknown);
    for (const auto& unknown : description.initial_unknowns) each("initial unknowns", unknown);
}

void check_known(const Fmu& fmu, Report& report) {
    const ModelDescription& description = fmu.description;
    each_unknown(description, [&](const char* list, const Unknown& unknown) {
        if (unknown.index >= description.variables.size())
            report.add(list, "an entry refers to no variable");
    });
}

void check_dependencies(const Fmu& fmu, Report& report) {
    const ModelDescription& description = fmu.description;
    each_unknown(description, [&](const char* list, const Unknown& unknown) {
        if (!unknown.dependencies) return;
        for (const std::uint32_t each : *unknown.dependencies)
            if (each >= description.variables.size())
                report.add(list, "a dependency refers to no variable");
    });
}

void check_derivatives(const Fmu& fmu, Report& report) {
    const ModelDescription& description = fmu.description;
    for (const std::uint32_t index : positions_of(description, description.derivatives, report))
        if (!description.variables[index].derivative_of)
            report.add(name_at(description, index),
                       "is listed as a derivative without an attribute derivative");
}

}  // namespace

std::vector<Rule> structure_rules() {
    return {
        {"structure-defined", Severity::warning, "each entry of ModelStructure is a variable",
         check_known},
        {"dependencies", Severity::warning, "dependencies are variables", check_dependencies},
        {"outputs", Severity::warning, "ModelStructure lists each output once, and no others",
         check_outputs},
        {"derivatives", Severity::warning,
         "what ModelStructure lists as a derivative has an attribute derivative",
         check_derivatives},
        {"initial-unknowns", Severity::warning,
         "ModelStructure lists each unknown of the initialisation once, and no others",
         check_initial_unknowns},
        {"initial-unknowns-order", Severity::warning,
         "in FMI 2.0, the indices of InitialUnknowns ascend", check_initial_order},
    };
}

}  // namespace gateway::fmu

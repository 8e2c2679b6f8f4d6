// SPDX-License-Identifier: MIT
#include "rule.hpp"

#include <map>
#include <set>

namespace gateway::fmu {
namespace {

void check_unique_units(const Fmu& fmu, Report& report) {
    std::set<std::string> names;
    for (const Unit& unit : fmu.description.units)
        if (!names.insert(unit.name).second) report.add("Unit " + unit.name, "occurs twice");
}

void check_unit_factors(const Fmu& fmu, Report& report) {
    for (const Unit& unit : fmu.description.units) {
        if (unit.factor == 0) report.add("Unit " + unit.name, "has the factor 0");
        for (const DisplayUnit& display : unit.display_units)
            if (display.factor == 0) report.add("DisplayUnit " + display.name, "has the factor 0");
    }
}

void check_defined_units(const Fmu& fmu, Report& report) {
    std::set<std::string> names{""};
    for (const Unit& unit : fmu.description.units) names.insert(unit.name);
    const auto check = [&](const std::string& what, const std::string& unit) {
        if (names.count(unit) == 0)
            report.add(what, "has the unit " + unit + ", which is not defined");
    };
    for (const TypeDefinition& type : fmu.description.types)
        check("type definition " + type.name, type.unit);
    for (const Variable& variable : fmu.description.variables) check(variable.name, variable.unit);
}

void check_unique_types(const Fmu& fmu, Report& report) {
    std::set<std::string> names;
    for (const TypeDefinition& type : fmu.description.types)
        if (!names.insert(type.name).second)
            report.add("type definition " + type.name, "occurs twice");
}

void check_declared_types(const Fmu& fmu, Report& report) {
    std::map<std::string, Type> types;
    for (const TypeDefinition& type : fmu.description.types) types.emplace(type.name, type.type);
    for (const Variable& variable : fmu.description.variables) {
        if (variable.declared_type.empty()) {
            if (variable.type == Type::enumeration)
                report.add(variable.name, "is an enumeration without a declaredType");
            continue;
        }
        const auto found = types.find(variable.declared_type);
        if (found == types.end())
            report.add(variable.name,
                       "has the declaredType " + variable.declared_type + ", which is not defined");
        else if (found->second != variable.type)
            report.add(variable.name, "has the declaredType " + variable.declared_type +
                                          ", which is of another type");
    }
}

}  // namespace

std::vector<Rule> unit_rules() {
    return {
        {"unit-unique", Severity::error, "units have different names", check_unique_units},
        {"unit-factor", Severity::error, "no unit has the factor 0", check_unit_factors},
        {"unit-defined", Severity::warning, "each unit of a variable or type is defined",
         check_defined_units},
        {"type-unique", Severity::warning, "type definitions have different names",
         check_unique_types},
        {"type-defined", Severity::warning,
         "each declaredType is defined and of the variable's type; enumerations have one",
         check_declared_types},
    };
}

}  // namespace gateway::fmu

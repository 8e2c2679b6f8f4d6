// SPDX-License-Identifier: MIT
#include "rule.hpp"

#include <set>

namespace gateway::fmu {
namespace {

void check_variables(const Fmu& fmu, Report& report) {
    std::set<std::string> names;
    for (const Variable& variable : fmu.description.variables) {
        names.insert(variable.name);
        names.insert(variable.aliases.begin(), variable.aliases.end());
    }
    for (const Terminal& terminal : fmu.description.terminals)
        for (const Terminal::Member& member : terminal.members)
            if (names.count(member.variable) == 0)
                report.add("Terminal " + terminal.name, member.variable + " is not a variable");
}

void check_unique(const Fmu& fmu, Report& report) {
    std::set<std::string> names;
    for (const Terminal& terminal : fmu.description.terminals)
        if (!names.insert(terminal.name).second)
            report.add("Terminal " + terminal.name, "occurs twice");
}

void check_members(const Fmu& fmu, Report& report) {
    for (const Terminal& terminal : fmu.description.terminals) {
        if (terminal.matching_rule != "plug" && terminal.matching_rule != "bus") continue;
        std::set<std::string> names;
        for (const Terminal::Member& member : terminal.members) {
            if (member.name.empty())
                report.add("Terminal " + terminal.name, member.variable + " has no memberName");
            else if (!names.insert(member.name).second)
                report.add("Terminal " + terminal.name,
                           "two members have the memberName " + member.name);
        }
    }
}

void check_matching_rules(const Fmu& fmu, Report& report) {
    const std::set<std::string> known{"plug", "bus", "sequence", "none"};
    for (const Terminal& terminal : fmu.description.terminals) {
        const std::string& rule = terminal.matching_rule;
        const bool is_own = rule.find('.') != std::string::npos;  // a reverse domain name
        if (!is_own && known.count(rule) == 0)
            report.add("Terminal " + terminal.name, "has the matchingRule '" + rule + "'");
    }
}

}  // namespace

std::vector<Rule> terminal_rules() {
    return {
        {"terminal-variable", Severity::warning, "members of terminals are variables",
         check_variables},
        {"terminal-unique", Severity::warning, "terminals have different names", check_unique},
        {"terminal-member", Severity::warning, "members of a plug or bus have different names",
         check_members},
        {"terminal-rule", Severity::warning,
         "matchingRule is plug, bus, sequence, none or a reverse domain name",
         check_matching_rules},
    };
}

}  // namespace gateway::fmu

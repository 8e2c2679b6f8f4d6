// SPDX-License-Identifier: MIT
#include "junit.hpp"

#include <ddc/interface/visible.hpp>

#include <pugixml.hpp>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <utility>

namespace gateway::requirement {
namespace {

using ddc::interface::visible;
using ddc::interface::visible_lines;

std::size_t count_of(Verdict verdict, const std::vector<Outcome>& outcomes) {
    return static_cast<std::size_t>(
        std::count_if(outcomes.begin(), outcomes.end(),
                      [&](const Outcome& outcome) { return outcome.verdict == verdict; }));
}

/// Adds the id and the source of the requirement, if it has them.
void add_properties(pugi::xml_node test, const Outcome& outcome) {
    if (outcome.id.empty() && outcome.source.empty()) return;
    pugi::xml_node properties = test.append_child("properties");
    for (const auto& [name, value] :
         {std::pair("id", &outcome.id), std::pair("source", &outcome.source)}) {
        if (value->empty()) continue;
        pugi::xml_node property = properties.append_child("property");
        property.append_attribute("name") = name;
        property.append_attribute("value") = visible(*value).c_str();
    }
}

void add_case(pugi::xml_node suite, const std::string& run, const Outcome& outcome) {
    pugi::xml_node test = suite.append_child("testcase");
    test.append_attribute("classname") = visible(run).c_str();
    test.append_attribute("name") = visible(outcome.name).c_str();
    add_properties(test, outcome);
    if (outcome.verdict != Verdict::pass) {
        const char* element = outcome.verdict == Verdict::fail ? "failure" : "error";
        test.append_child(element).append_attribute("message") =
            visible_lines(outcome.reason).c_str();
    }
    if (outcome.verdict == Verdict::error) return;
    std::ostringstream numbers;
    numbers << "robustness " << outcome.robustness << " at " << outcome.time_s << " s";
    if (!outcome.note.empty()) numbers << "; " << visible(outcome.note);
    test.append_child("system-out").text().set(numbers.str().c_str());
}

}  // namespace

std::string junit_text(const std::vector<Suite>& suites) {
    pugi::xml_document document;
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    pugi::xml_node root = document.append_child("testsuites");
    for (const Suite& each : suites) {
        pugi::xml_node suite = root.append_child("testsuite");
        suite.append_attribute("name") = visible(each.name).c_str();
        suite.append_attribute("tests") = each.outcomes.size();
        suite.append_attribute("failures") = count_of(Verdict::fail, each.outcomes);
        suite.append_attribute("errors") = count_of(Verdict::error, each.outcomes);
        for (const Outcome& outcome : each.outcomes) add_case(suite, each.name, outcome);
    }
    std::ostringstream text;
    document.save(text, "  ");
    return text.str();
}

}  // namespace gateway::requirement

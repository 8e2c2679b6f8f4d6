// SPDX-License-Identifier: MIT
#include "read_requirements.hpp"

#include <optional>
#include <string>
#include <utility>

namespace gateway {
namespace {

using requirement::Requirement;
using requirement::Vocabulary;

constexpr plant::Range scales{1e-9, 1e9};

/// Parses the text at a key. @return whether it is valid
bool read_formula(plant::YamlReader& reader, const char* key, Requirement& requirement,
                  const Vocabulary& vocabulary, std::int64_t duration_ns) {
    const auto text = reader.scalar(key, "must be a formula, or a map with formula and scale");
    if (!text) return false;
    requirement.text = *text;
    try {
        requirement.formula = requirement::parse_formula(*text, vocabulary);
    } catch (const requirement::FormulaError& error) {
        reader.refuse(key, error.what());
        return false;
    }
    const std::string problem = requirement::horizon_problem(requirement.formula, duration_ns);
    if (!problem.empty()) reader.refuse(key, problem);
    return problem.empty();
}

}  // namespace

std::vector<Requirement> read_requirements(plant::YamlReader& section, const Vocabulary& vocabulary,
                                           std::int64_t duration_ns) {
    std::vector<Requirement> requirements;
    for (const std::string& name : section.keys()) {
        Requirement requirement;
        requirement.name = name;
        bool is_good = false;
        if (section.is_map(name.c_str())) {
            auto map = section.section(name.c_str());
            map->number("scale", requirement.scale, scales);
            map->text("id", requirement.id);
            map->text("source", requirement.source);
            is_good = map->require("formula") &&
                      read_formula(*map, "formula", requirement, vocabulary, duration_ns);
        } else {
            is_good = read_formula(section, name.c_str(), requirement, vocabulary, duration_ns);
        }
        if (is_good) requirements.push_back(std::move(requirement));
    }
    return requirements;
}

}  // namespace gateway

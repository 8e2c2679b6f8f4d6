// SPDX-License-Identifier: MIT
#include "formulas.hpp"

#include <yaml-cpp/yaml.h>

namespace gateway::campaign {
namespace {

void add(const YAML::Node& requirements, Formulas& to) {
    if (!requirements.IsMap()) return;
    for (const auto& item : requirements) {
        const YAML::Node formula = item.second.IsMap() ? item.second["formula"] : item.second;
        if (formula && formula.IsScalar()) to[item.first.Scalar()] = formula.Scalar();
    }
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

Formulas formulas_of(const std::string& yaml) {
    Formulas formulas;
    const YAML::Node run = YAML::Load(yaml);
    if (!run.IsMap()) return formulas;
    if (const YAML::Node own = run["requirements"]) add(own, formulas);
    if (const YAML::Node programs = run["programs"]; programs && programs.IsSequence())
        for (const auto& program : programs)
            if (program.IsMap() && program["requirements"]) add(program["requirements"], formulas);
    return formulas;
}

std::string formula_of(const Formulas& formulas, const std::string& name) {
    const auto found = formulas.find(name);
    if (found != formulas.end()) return found->second;
    for (const auto& [own, formula] : formulas)
        if (ends_with(name, "." + own)) return formula;
    return {};
}

std::string shell_word(const std::string& text) {
    constexpr const char* plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    std::string quoted = "'";
    for (const char letter : text) quoted += letter == '\'' ? "'\\''" : std::string(1, letter);
    return quoted + "'";
}

}  // namespace gateway::campaign

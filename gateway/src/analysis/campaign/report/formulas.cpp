// SPDX-License-Identifier: MIT
#include "formulas.hpp"

#include "text/text.hpp"

#include <yaml-cpp/yaml.h>

namespace gateway::campaign {
namespace {

std::string scalar_at(const YAML::Node& map, const char* key) {
    const YAML::Node value = map.IsMap() ? map[key] : map;
    return value && value.IsScalar() ? value.Scalar() : std::string();
}

void add(const YAML::Node& requirements, RequirementTexts& to) {
    if (!requirements.IsMap()) return;
    for (const auto& item : requirements) {
        RequirementText text{scalar_at(item.second, "formula"), "", ""};
        if (item.second.IsMap()) {
            text.id = scalar_at(item.second, "id");
            text.source = scalar_at(item.second, "source");
        }
        if (!text.formula.empty()) to[item.first.Scalar()] = text;
    }
}

}  // namespace

RequirementTexts requirement_texts(const std::string& yaml) {
    RequirementTexts texts;
    const YAML::Node run = YAML::Load(yaml);
    if (!run.IsMap()) return texts;
    if (const YAML::Node own = run["requirements"]) add(own, texts);
    if (const YAML::Node programs = run["programs"]; programs && programs.IsSequence())
        for (const auto& program : programs)
            if (program.IsMap() && program["requirements"]) add(program["requirements"], texts);
    return texts;
}

RequirementText text_of(const RequirementTexts& texts, const std::string& name) {
    const auto found = texts.find(name);
    if (found != texts.end()) return found->second;
    for (const auto& [own, text] : texts)
        if (ends_with(name, "." + own)) return text;
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

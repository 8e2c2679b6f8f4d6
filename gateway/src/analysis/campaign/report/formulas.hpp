// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

namespace gateway::campaign {

/// The text of a requirement.
struct RequirementText {
    std::string formula, id, source;
};

/// The texts of requirements by their names.
using RequirementTexts = std::map<std::string, RequirementText>;

/// The requirements of a configuration, for all its programs.
/// @param yaml the text of its file @throws YAML::Exception for invalid YAML
RequirementTexts requirement_texts(const std::string& yaml);
/// @param name as in results: with a list `programs` PROGRAM.NAME
/// @return empty texts for an unknown name
RequirementText text_of(const RequirementTexts& texts, const std::string& name);

/// Quotes a text as one word of a shell command.
std::string shell_word(const std::string& text);

}  // namespace gateway::campaign

// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

namespace gateway::campaign {

/// A requirement as it is written.
struct RequirementText {
    std::string formula, id, source;
};

/// Requirements as they are written, by their names.
using RequirementTexts = std::map<std::string, RequirementText>;

/// Those of a run's configuration, of all its programs.
/// @param yaml the text of its file @throws YAML::Exception for a text that is no YAML
RequirementTexts requirement_texts(const std::string& yaml);
/// @param name as results have it: with a list `programs` PROGRAM.NAME
/// @return empty texts if it is not known
RequirementText text_of(const RequirementTexts& texts, const std::string& name);

/// A text as one word of a shell's command.
std::string shell_word(const std::string& text);

}  // namespace gateway::campaign

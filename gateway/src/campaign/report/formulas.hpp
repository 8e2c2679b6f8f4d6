// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

namespace gateway::campaign {

/// Formulas of requirements as they are written, by their names.
using Formulas = std::map<std::string, std::string>;

/// Those of a run's configuration, of all its programs.
/// @param yaml the text of its file @throws YAML::Exception for a text that is no YAML
Formulas formulas_of(const std::string& yaml);
/// @param name as results have it: with a list `programs` PROGRAM.NAME
/// @return an empty text if it is not known
std::string formula_of(const Formulas& formulas, const std::string& name);

/// A text as one word of a shell's command.
std::string shell_word(const std::string& text);

}  // namespace gateway::campaign

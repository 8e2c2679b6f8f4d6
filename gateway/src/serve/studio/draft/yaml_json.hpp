// SPDX-License-Identifier: MIT
#pragma once

#include "problem_list.hpp"

#include <nlohmann/json_fwd.hpp>

namespace gateway::studio {

/// A YAML text as JSON. A word without quotes that is a number, true, false or null is one; all
/// other words are text.
/// @param problems what keeps it from being read, with its place; then the value is null
nlohmann::ordered_json to_json(const std::string& yaml, Problems& problems);

/// JSON as YAML in the form of our own files; text that would read as something else gets quotes.
std::string to_yaml(const nlohmann::ordered_json& value);

}  // namespace gateway::studio

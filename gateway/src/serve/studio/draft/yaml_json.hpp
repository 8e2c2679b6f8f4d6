// SPDX-License-Identifier: MIT
#pragma once

#include "problem_list.hpp"

#include <nlohmann/json_fwd.hpp>

namespace gateway::studio {

/// Converts YAML to JSON. A plain word that is a number, true, false or null is converted to that;
/// all other words are strings.
/// @param problems errors of syntax, with their positions; the value is then null
nlohmann::ordered_json to_json(const std::string& yaml, Problems& problems);

/// Converts JSON to YAML in the style of the project's files. A string that would be read as
/// another type gets quotes.
std::string to_yaml(const nlohmann::ordered_json& value);

}  // namespace gateway::studio

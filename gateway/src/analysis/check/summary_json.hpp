// SPDX-License-Identifier: MIT
#pragma once

#include "requirement/requirement.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

/// Reads summaries as `ddc-gateway run --summary` and recordings have them.
namespace gateway::summaries {

/// @throws std::invalid_argument "FILE: reason" for what cannot be read, is no JSON, is nested more
/// than 32 deep or has more than 16 MB
nlohmann::ordered_json read_json(const std::filesystem::path& file);
/// @param name of the text in messages
nlohmann::ordered_json parse_json(const std::string& name, const std::string& text);

/// Whether it is that of a run, or of a list of programs.
bool is_summary(const nlohmann::ordered_json& json);
/// That of each program.
std::vector<nlohmann::ordered_json> summaries_in(const nlohmann::ordered_json& json);

/// A text at a key; an empty one if there is none.
std::string text_at(const nlohmann::ordered_json& summary, const char* key);

/// What came of each requirement. What is no number there becomes nan.
std::vector<requirement::Outcome> outcomes_of(const nlohmann::ordered_json& summary);

/// Every single value but those of requirements, by its path ("route.max_m").
std::vector<std::pair<std::string, std::string>> values_of(const nlohmann::ordered_json& summary);

}  // namespace gateway::summaries

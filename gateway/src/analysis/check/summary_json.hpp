// SPDX-License-Identifier: MIT
#pragma once

#include "requirement/requirement.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

/// Reads summaries in files of `ddc-gateway run --summary` and in recordings.
namespace gateway::summaries {

/// @throws std::invalid_argument "FILE: reason" for a file that cannot be read, is not JSON, has
/// more than 32 levels or more than 16 MB
nlohmann::ordered_json read_json(const std::filesystem::path& file);
/// @param name the name of the text in messages
nlohmann::ordered_json parse_json(const std::string& name, const std::string& text);

/// Whether it is the summary of a run, or of a list of programs.
bool is_summary(const nlohmann::ordered_json& json);
/// The summary of each program.
std::vector<nlohmann::ordered_json> summaries_in(const nlohmann::ordered_json& json);

/// The value of a key; null if there is none, or `json` is not an object.
const nlohmann::ordered_json& part_at(const nlohmann::ordered_json& json, const char* key);
/// The text of a key; empty if there is none.
std::string text_at(const nlohmann::ordered_json& summary, const char* key);

/// The number of a key; NaN if there is none.
double number_at(const nlohmann::ordered_json& summary, const char* key);

/// The outcome of each requirement. Numbers that are missing become NaN.
std::vector<requirement::Outcome> outcomes_of(const nlohmann::ordered_json& summary);

/// Whether a path is that of a long list of a realtime run, which only a chart can show: buckets,
/// minutes or periods.
bool is_of_chart(const std::string& path);

/// All single values with their paths ("route.max_m"), except those of requirements, charts
/// and tables of realtime runs.
std::vector<std::pair<std::string, std::string>> values_of(const nlohmann::ordered_json& summary);

}  // namespace gateway::summaries

// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace gateway {

/// Up to here a double holds every whole number.
constexpr double greatest_whole = 0x1p53;

/// What a word of a configuration without quotes is: a number, true, false, null, or a text. 010,
/// which is no number there, is a text.
nlohmann::ordered_json meaning_of(const std::string& word);
/// The same of a word of data, such as the cell of a table: there 010 is 10.
nlohmann::ordered_json meaning_of_data(const std::string& word);

}  // namespace gateway

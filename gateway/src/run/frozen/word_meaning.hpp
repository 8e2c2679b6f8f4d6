// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace gateway {

/// Up to here a double holds every whole number.
constexpr double greatest_whole = 0x1p53;

/// What a word of a configuration without quotes is: a number, true, false, null, or a text. These
/// are the words of YAML 1.2's core schema, as far as a configuration may have them: True and NULL
/// are, no word is null; yes is a text, and so are 010, 0x10, 0o10 and .inf, which are no numbers
/// there. A whole number of 64 bits keeps all digits.
nlohmann::ordered_json meaning_of(const std::string& word);
/// The same of a word of data, such as the cell of a table: there 010 is 10, and no word a text.
nlohmann::ordered_json meaning_of_data(const std::string& word);

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace gateway {

/// Up to this value a double represents every whole number.
constexpr double greatest_whole = 0x1p53;

/// The value of a word without quotes in a configuration: a number, true, false, null, or a text.
/// The words are those of YAML 1.2's core schema, with these limits: True and NULL are words of it,
/// an empty text is null; yes is a text, and so are 010, 0x10, 0o10 and .inf. A whole number of 64
/// bits keeps all digits.
nlohmann::ordered_json meaning_of(const std::string& word);
/// The value of a word in data, such as the cell of a table: there 010 is 10, and no word is a
/// text.
nlohmann::ordered_json meaning_of_data(const std::string& word);

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "word_meaning.hpp"

#include <plant/yaml_reader.hpp>

#include <cmath>

namespace gateway {

nlohmann::ordered_json meaning_of(const std::string& word) {
    double number = 0;
    const bool is_padded = plant::read_data_number(word, {}, number).empty() &&
                           !plant::read_number(word, {}, number).empty();
    return is_padded ? nlohmann::ordered_json(word) : meaning_of_data(word);
}

nlohmann::ordered_json meaning_of_data(const std::string& word) {
    if (word == "true") return true;
    if (word == "false") return false;
    if (word == "null" || word == "~") return nullptr;
    double number = 0;
    if (!plant::read_data_number(word, {}, number).empty()) return word;
    const bool is_integer = word.find_first_of(".eE") == std::string::npos;
    if (is_integer && std::abs(number) <= greatest_whole) return std::llround(number);
    return number;
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "word_meaning.hpp"

#include <plant/number_text.hpp>

#include <charconv>
#include <cstdint>

namespace gateway {
namespace {

using nlohmann::ordered_json;

template <class Whole>
bool read_whole(const std::string& word, Whole& whole) {
    const char* const begin = word.data() + (word[0] == '+' ? 1 : 0);
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(begin, end, whole);
    return error == std::errc() && stop == end;
}

/// @param word a number
ordered_json number_in(const std::string& word, double number) {
    if (std::int64_t whole = 0; read_whole(word, whole)) return whole;
    if (std::uint64_t whole = 0; read_whole(word, whole)) return whole;
    return number;
}

}  // namespace

ordered_json meaning_of(const std::string& word) {
    if (word.empty()) return nullptr;
    double number = 0;
    const bool is_padded = plant::read_data_number(word, {}, number).empty() &&
                           !plant::read_number(word, {}, number).empty();
    return is_padded ? ordered_json(word) : meaning_of_data(word);
}

ordered_json meaning_of_data(const std::string& word) {
    if (word == "true" || word == "True" || word == "TRUE") return true;
    if (word == "false" || word == "False" || word == "FALSE") return false;
    if (word == "~" || word == "null" || word == "Null" || word == "NULL") return nullptr;
    double number = 0;
    const bool is_number = plant::read_data_number(word, {}, number).empty();
    return is_number ? number_in(word, number) : ordered_json(word);
}

}  // namespace gateway

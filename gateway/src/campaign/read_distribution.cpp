// SPDX-License-Identifier: MIT
#include "read_distribution.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>

namespace gateway::campaign {
namespace {

using plant::YamlReader;
using plant::YamlValue;
using Numbers = std::vector<double>;

constexpr double greatest_whole = 0x1p53;
constexpr double most_steps = 1'000'000;

Distribution::Value meaning(const YamlValue& value) {
    if (!value.items)
        return value.is_quoted ? Distribution::Value(value.text) : meaning_of(value.text);
    auto list = Distribution::Value::array();
    for (const YamlValue& item : *value.items) list.push_back(meaning(item));
    return list;
}

std::vector<Distribution::Value> meanings(const YamlValue& value) {
    std::vector<Distribution::Value> values;
    if (!value.items) return {meaning(value)};
    for (const YamlValue& item : *value.items) values.push_back(meaning(item));
    return values;
}

/// What is asked of the numbers of a kind, and what they make.
struct Kind {
    std::size_t count;
    const char* form;
    std::function<bool(const Numbers&)> fit;
    std::function<Distribution(const Numbers&)> make;
};

bool is_whole(double x) {
    return x == std::floor(x) && std::abs(x) <= greatest_whole;
}

Distribution steps(const Numbers& n) {
    std::vector<Distribution::Value> values;
    const auto last = static_cast<std::size_t>(n[2]) - 1;
    for (std::size_t i = 0; i <= last; ++i) {
        const double part = last == 0 ? 0 : static_cast<double>(i) / static_cast<double>(last);
        values.emplace_back(n[0] * (1 - part) + n[1] * part);
    }
    return Distribution::among(values);
}

const std::map<std::string, Kind>& kinds() {
    static const std::map<std::string, Kind> all{
        {"uniform",
         {2, "[from, to], the first not above the second", [](auto& n) { return n[0] <= n[1]; },
          [](auto& n) { return Distribution::uniform(n[0], n[1]); }}},
        {"whole",
         {2, "[first, last], two whole numbers in order",
          [](auto& n) { return is_whole(n[0]) && is_whole(n[1]) && n[0] <= n[1]; },
          [](auto& n) { return Distribution::whole(std::llround(n[0]), std::llround(n[1])); }}},
        {"normal",
         {2, "[mean, deviation], a deviation above 0", [](auto& n) { return n[1] > 0; },
          [](auto& n) { return Distribution::normal(n[0], n[1]); }}},
        {"lognormal",
         {2, "[mean, deviation] of the logarithm, a deviation above 0",
          [](auto& n) { return n[1] > 0; },
          [](auto& n) { return Distribution::lognormal(n[0], n[1]); }}},
        {"triangular",
         {3, "[from, mode, to] in order, the first below the last",
          [](auto& n) { return n[0] <= n[1] && n[1] <= n[2] && n[0] < n[2]; },
          [](auto& n) { return Distribution::triangular(n[0], n[1], n[2]); }}},
        {"poisson",
         {1, "a mean above 0, up to 1e9", [](auto& n) { return n[0] > 0 && n[0] <= 1e9; },
          [](auto& n) { return Distribution::poisson(n[0]); }}},
        {"steps",
         {3, "[from, to, count], a whole count of 1 to 1000000",
          [](auto& n) { return is_whole(n[2]) && n[2] >= 1 && n[2] <= most_steps; }, steps}},
    };
    return all;
}

/// Those of a single value or a list; nothing if one is no number.
std::optional<Numbers> numbers_of(const std::vector<Distribution::Value>& values) {
    Numbers numbers;
    for (const Distribution::Value& each : values) {
        if (!each.is_number()) return std::nullopt;
        numbers.push_back(each.get<double>());
    }
    return numbers;
}

/// Nothing if they do not fit.
std::optional<Distribution> made(const Kind& kind, const std::vector<Distribution::Value>& values) {
    const auto numbers = numbers_of(values);
    if (!numbers || numbers->size() != kind.count || !kind.fit(*numbers)) return std::nullopt;
    return kind.make(*numbers);
}

Distribution read_kind(YamlReader& map, const std::string& name, const Kind& kind) {
    const auto value = map.value(name.c_str());
    if (!value) return {};
    if (auto distribution = made(kind, meanings(*value))) return *distribution;
    map.refuse(name, std::string("must be ") + kind.form);
    return {};
}

Distribution read_values(YamlReader& reader, const std::string& key) {
    const auto value = reader.value(key.c_str());
    if (!value) return {};
    auto values = meanings(*value);
    if (values.empty()) reader.refuse(key, "must have at least one value");
    return Distribution::among(std::move(values));
}

std::string names_of_kinds() {
    std::string names = "choice";
    for (const auto& kind : kinds()) names += ", " + kind.first;
    return names;
}

}  // namespace

Distribution::Value meaning_of(const std::string& word) {
    if (word == "true") return true;
    if (word == "false") return false;
    if (word == "null" || word == "~") return nullptr;
    double number = 0;
    if (!plant::read_number(word, {}, number).empty()) return word;
    const bool is_integer = word.find_first_of(".eE") == std::string::npos;
    if (is_integer && std::abs(number) <= greatest_whole) return std::llround(number);
    return number;
}

Distribution read_distribution(YamlReader& parameters, const std::string& path) {
    if (!parameters.is_map(path.c_str())) return read_values(parameters, path);
    auto map = parameters.section(path.c_str());
    if (!map) return {};
    const auto keys = map->keys();
    if (keys.size() == 1 && keys[0] == "choice") return read_values(*map, "choice");
    const auto kind = keys.size() == 1 ? kinds().find(keys[0]) : kinds().end();
    if (kind != kinds().end()) return read_kind(*map, kind->first, kind->second);
    parameters.refuse(path, "must be a value, a list, or a map of one of " + names_of_kinds());
    return {};
}

Distribution distribution_of(const Distribution::Value& form) {
    if (form.is_array() && !form.empty()) return Distribution::among(form);
    const bool is_map = form.is_object() && form.size() == 1;
    const auto kind = is_map ? kinds().find(form.begin().key()) : kinds().end();
    if (kind == kinds().end()) throw std::invalid_argument(form.dump() + ": is no distribution");
    const auto& value = form.begin().value();
    const auto values = value.is_array() ? std::vector<Distribution::Value>(value)
                                         : std::vector<Distribution::Value>{value};
    const auto distribution = made(kind->second, values);
    if (!distribution) throw std::invalid_argument(form.dump() + ": must be " + kind->second.form);
    return *distribution;
}

}  // namespace gateway::campaign

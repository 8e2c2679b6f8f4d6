// SPDX-License-Identifier: MIT
#include "read_distribution.hpp"

#include "frozen/word_meaning.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>

namespace gateway::campaign {
namespace {

using plant::YamlReader;
using plant::YamlValue;
using Numbers = std::vector<double>;

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

using Values = std::vector<Distribution::Value>;

/// A kind of distribution, with a function that makes it from values, or nothing if they are
/// invalid.
struct Kind {
    const char* form;
    std::function<std::optional<Distribution>(const Values&)> make;
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

/// The numbers of a list; nothing if one value is not a number.
std::optional<Numbers> numbers_of(const Values& values) {
    Numbers numbers;
    for (const Distribution::Value& each : values) {
        if (!each.is_number()) return std::nullopt;
        numbers.push_back(each.get<double>());
    }
    return numbers;
}

/// A kind with `count` numbers, which must fulfil `fits`.
template <class Fit, class Make>
Kind of_numbers(std::size_t count, const char* wanted, Fit fit, Make make) {
    return {wanted, [=](const Values& values) -> std::optional<Distribution> {
                const auto numbers = numbers_of(values);
                if (!numbers || numbers->size() != count || !fit(*numbers)) return std::nullopt;
                return make(*numbers);
            }};
}

/// A kind with `count` numbers, optionally followed by the two ends at which it is truncated.
template <class Fit, class Make>
Kind of_cut_numbers(std::size_t count, const char* wanted, Fit fit, Make make) {
    return {wanted, [=](const Values& values) -> std::optional<Distribution> {
                const auto n = numbers_of(values);
                if (!n || (n->size() != count && n->size() != count + 2) || !fit(*n))
                    return std::nullopt;
                const Ends ends = n->size() == count ? Ends{} : Ends{(*n)[count], (*n)[count + 1]};
                return make(*n, ends);
            }};
}

std::optional<Distribution> weighted(const Values& pairs) {
    Values values;
    Numbers weights;
    for (const Distribution::Value& pair : pairs) {
        if (!pair.is_array() || pair.size() != 2 || !pair[1].is_number()) return std::nullopt;
        values.push_back(pair[0]);
        weights.push_back(pair[1].get<double>());
        if (weights.back() < 0) return std::nullopt;
    }
    if (values.empty()) return std::nullopt;
    return Distribution::weighted(values, weights);
}

std::optional<Distribution> histogram(const Values& triples) {
    std::vector<Bin> bins;
    for (const Distribution::Value& triple : triples) {
        const auto n = triple.is_array() ? numbers_of(Values(triple)) : std::nullopt;
        if (!n || n->size() != 3 || !((*n)[0] <= (*n)[1]) || (*n)[2] < 0) return std::nullopt;
        bins.push_back({(*n)[0], (*n)[1], (*n)[2]});
    }
    if (bins.empty()) return std::nullopt;
    return Distribution::histogram(bins);
}

bool has_deviation(const Numbers& n) {
    return n[1] > 0;
}

const std::map<std::string, Kind>& kinds() {
    static const std::map<std::string, Kind> all{
        {"uniform", of_numbers(
                        2, "[from, to] with from <= to", [](auto& n) { return n[0] <= n[1]; },
                        [](auto& n) { return Distribution::uniform(n[0], n[1]); })},
        {"whole",
         of_numbers(
             2, "[first, last], two whole numbers in order",
             [](auto& n) { return is_whole(n[0]) && is_whole(n[1]) && n[0] <= n[1]; },
             [](auto& n) { return Distribution::whole(std::llround(n[0]), std::llround(n[1])); })},
        {"normal", of_cut_numbers(
                       2, "[mean, deviation], a deviation above 0, or [mean, deviation, from, to]",
                       has_deviation,
                       [](auto& n, auto& ends) { return Distribution::normal(n[0], n[1], ends); })},
        {"lognormal",
         of_cut_numbers(
             2,
             "[mean, deviation] of the logarithm, a deviation above 0, or [mean, deviation, from, "
             "to]",
             has_deviation,
             [](auto& n, auto& ends) { return Distribution::lognormal(n[0], n[1], ends); })},
        {"triangular", of_numbers(
                           3, "[from, mode, to] in order, the first below the last",
                           [](auto& n) { return n[0] <= n[1] && n[1] <= n[2] && n[0] < n[2]; },
                           [](auto& n) { return Distribution::triangular(n[0], n[1], n[2]); })},
        {"poisson", of_cut_numbers(
                        1, "a mean above 0, up to 1e9, or [mean, from, to]",
                        [](auto& n) { return n[0] > 0 && n[0] <= 1e9; },
                        [](auto& n, auto& ends) { return Distribution::poisson(n[0], ends); })},
        {"steps",
         of_numbers(
             3, "[from, to, count], a whole count of 1 to 1000000",
             [](auto& n) { return is_whole(n[2]) && n[2] >= 1 && n[2] <= most_steps; }, steps)},
        {"weights", {"[[value, weight], ...], weights not below 0", weighted}},
        {"histogram",
         {"[[from, to, weight], ...], weights not below 0 and ends in order", histogram}},
    };
    return all;
}

/// @throws std::exception if the smallest or the largest number of a distribution is infinite
void check_ends(const Distribution& distribution) {
    if (!distribution.values().empty()) return;
    for (const double unit : {0.0, 1 - 0x1p-53})
        if (!std::isfinite(distribution.at(unit).get<double>()))
            throw std::overflow_error("its ends are infinite");
}

/// @throws std::invalid_argument if the values are invalid
Distribution made(const Kind& kind, const Values& values) {
    std::string reason;
    try {
        if (auto distribution = kind.make(values)) {
            check_ends(*distribution);
            return *distribution;
        }
    } catch (const std::exception& error) {
        reason = std::string(": ") + error.what();
    }
    throw std::invalid_argument(std::string("must be ") + kind.form + reason);
}

Distribution read_kind(YamlReader& map, const std::string& name, const Kind& kind) {
    const auto value = map.value(name.c_str());
    if (!value) return {};
    try {
        return made(kind, meanings(*value));
    } catch (const std::invalid_argument& error) {
        map.refuse(name, error.what());
        return {};
    }
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
    if (kind == kinds().end()) throw std::invalid_argument(form.dump() + ": is not a distribution");
    const auto& value = form.begin().value();
    const auto values = value.is_array() ? std::vector<Distribution::Value>(value)
                                         : std::vector<Distribution::Value>{value};
    try {
        return made(kind->second, values);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(form.dump() + ": " + error.what());
    }
}

}  // namespace gateway::campaign

// SPDX-License-Identifier: MIT
#include "intermediate_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace gateway::campaign {
namespace {

using Value = Distribution::Value;

/// Removes the last digits, which have rounding errors.
double rounded(double number) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.12g", number);
    return std::strtod(digits, nullptr);
}

bool is_on_way(double number, double from, double to) {
    return std::min(from, to) < number && number < std::max(from, to);
}

std::vector<Value> choices_between(const std::vector<Value>& values, double from, double to) {
    std::vector<Value> found;
    for (const Value& value : values)
        if (value.is_number() && is_on_way(value.get<double>(), from, to)) found.push_back(value);
    std::stable_sort(found.begin(), found.end(), [from](const Value& a, const Value& b) {
        return std::abs(a.get<double>() - from) < std::abs(b.get<double>() - from);
    });
    return found;
}

/// The power of ten that is a thousandth to a hundredth of a distance.
double decimal_step(double distance) {
    return std::pow(10, std::floor(std::log10(distance)) - 2);
}

std::vector<Value> numbers_between(double from, double to, bool is_whole) {
    std::vector<Value> found;
    const double distance = std::abs(to - from);
    const double step = is_whole ? std::max(decimal_step(distance), 1.0) : decimal_step(distance);
    for (int i = 1; i * step < distance; ++i) {
        const double number = rounded(from + (to > from ? i : -i) * step);
        if (!is_on_way(number, from, to)) continue;
        found.push_back(is_whole ? Value(std::llround(number)) : Value(number));
    }
    return found;
}

}  // namespace

std::vector<Value> intermediate_values(const Distribution& distribution, const Value& nominal,
                                       const Value& to) {
    if (nominal == to) return {nominal};
    std::vector<Value> values;
    if (nominal.is_number() && to.is_number()) {
        const auto from = nominal.get<double>(), end = to.get<double>();
        values = distribution.values().empty() ? numbers_between(from, end, to.is_number_integer())
                                               : choices_between(distribution.values(), from, end);
    }
    values.insert(values.begin(), nominal);
    values.push_back(to);
    return values;
}

}  // namespace gateway::campaign

// SPDX-License-Identifier: MIT
#include "comparison.hpp"

#include <plant/open_file.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace gateway {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

std::optional<double> number(const std::string& text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) return std::nullopt;
    return value;
}

double distance(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    const double apart = std::abs(a - b);
    return std::isnan(apart) ? infinite : apart;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// @throws std::invalid_argument if it cannot be read
bool is_summary(const std::string& file) {
    std::ifstream in = plant::open_file(file);
    char first = 0;
    return in >> first && first == '{';
}

void check_names(const Comparison& found, const Tolerances& tolerances) {
    std::vector<std::string> known = tolerances.ignored;
    for (const Compared& value : found.values) known.push_back(value.name);
    for (const auto* names : {&found.only_a, &found.only_b})
        known.insert(known.end(), names->begin(), names->end());
    for (const auto& [name, value] : tolerances.of_one)
        if (!contains(known, name))
            throw std::invalid_argument("--tolerance: neither file has '" + name + "'");
}

}  // namespace

double Tolerances::of(const std::string& name) const {
    const auto found = of_one.find(name);
    return found == of_one.end() ? of_all : found->second;
}

bool Tolerances::ignores(const std::string& name) const {
    return contains(ignored, name);
}

bool Compared::take(const std::string& value_a, const std::string& value_b) {
    if (value_a == value_b) return false;
    const auto number_a = number(value_a), number_b = number(value_b);
    const double apart = number_a && number_b ? distance(*number_a, *number_b) : infinite;
    if (apart == 0) return false;
    ++differing;
    is_text = is_text || !number_a || !number_b;
    is_measured = is_measured || apart < infinite;
    if (apart <= largest) return false;
    largest = apart;
    a = value_a;
    b = value_b;
    return true;
}

bool Comparison::is_beyond(const Compared& value, const Tolerances& tolerances) {
    return value.largest > tolerances.of(value.name);
}

bool Comparison::is_equal_within(const Tolerances& tolerances) const {
    return rows_a == rows_b && only_a.empty() && only_b.empty() &&
           std::none_of(values.begin(), values.end(),
                        [&](const Compared& value) { return is_beyond(value, tolerances); });
}

Comparison compare_files(const std::string& a, const std::string& b, const Tolerances& tolerances,
                         const Log& log, StatusLine& status) {
    const bool are_summaries = is_summary(a);
    if (are_summaries != is_summary(b))
        throw std::invalid_argument("one of " + a + " and " + b +
                                    " is a summary (JSON), the other a trace (CSV or MCAP)");
    Comparison found = are_summaries ? compare_summaries(a, b, tolerances)
                                     : compare_traces(a, b, tolerances, log, status);
    check_names(found, tolerances);
    return found;
}

}  // namespace gateway

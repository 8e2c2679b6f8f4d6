// SPDX-License-Identifier: MIT
#include "units.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <iterator>

namespace gateway {
namespace {

using plant::rad_per_deg;

struct Unit {
    std::string_view name;
    std::string_view si;  ///< units of the same quantity have the same one
    double in_si;
};

constexpr Unit units[] = {
    {"m/s", "m/s", 1},       {"km/h", "m/s", 1 / 3.6},
    {"mph", "m/s", 0.44704}, {"m", "m", 1},
    {"km", "m", 1000},       {"cm", "m", 0.01},
    {"rad", "rad", 1},       {"deg", "rad", rad_per_deg},
    {"rad/s", "rad/s", 1},   {"deg/s", "rad/s", rad_per_deg},
    {"m/s2", "m/s2", 1},     {"g", "m/s2", 9.80665},
    {"s", "s", 1},           {"ms", "s", 0.001},
    {"us", "s", 1e-6},       {"1/m", "1/m", 1},
    {"1/km", "1/m", 0.001},  {"Nm", "Nm", 1},
    {"kNm", "Nm", 1000},     {"N", "N", 1},
    {"kN", "N", 1000},       {"1", "1", 1},
    {"%", "1", 0.01},
};

const Unit* find(std::string_view name) {
    const auto found = std::find_if(std::begin(units), std::end(units),
                                    [&](const Unit& unit) { return unit.name == name; });
    return found == std::end(units) ? nullptr : found;
}

}  // namespace

std::optional<double> unit_factor(std::string_view from, std::string_view to) {
    const Unit *given = find(from), *wanted = find(to);
    if (given == nullptr || wanted == nullptr || given->si != wanted->si) return std::nullopt;
    return given == wanted ? 1.0 : given->in_si / wanted->in_si;
}

std::string units_like(std::string_view unit) {
    const Unit* known = find(unit);
    std::string names;
    for (const Unit& other : units)
        if (known != nullptr && other.si == known->si)
            names += (names.empty() ? "" : ", ") + std::string(other.name);
    return names;
}

std::string leading_unit(std::string_view text) {
    const auto is_word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    };
    std::string_view best;
    for (const Unit& unit : units) {
        const std::size_t size = unit.name.size();
        if (unit.name == "1" || size <= best.size() || text.substr(0, size) != unit.name) continue;
        const bool goes_on = size < text.size() && is_word(text[size]) && is_word(unit.name.back());
        if (!goes_on) best = unit.name;
    }
    return std::string(best);
}

std::string all_units() {
    std::string names;
    for (const Unit& unit : units)
        if (unit.name != "1") names += (names.empty() ? "" : ", ") + std::string(unit.name);
    return names;
}

}  // namespace gateway

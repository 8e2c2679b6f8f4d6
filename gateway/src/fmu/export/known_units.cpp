// SPDX-License-Identifier: MIT
#include "known_units.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <iterator>
#include <string>

namespace gateway::fmu {
namespace {

using plant::rad_per_deg;

struct Definition {
    std::string_view name;
    int kg, m, s, rad;  ///< exponents
    double factor;
};

constexpr Definition definitions[] = {
    {"s", 0, 0, 1, 0, 1},
    {"m", 0, 1, 0, 0, 1},
    {"m/s", 0, 1, -1, 0, 1},
    {"km/h", 0, 1, -1, 0, 1 / 3.6},
    {"m/s2", 0, 1, -2, 0, 1},
    {"rad", 0, 0, 0, 1, 1},
    {"deg", 0, 0, 0, 1, rad_per_deg},
    {"rad/s", 0, 0, -1, 1, 1},
    {"deg/s", 0, 0, -1, 1, rad_per_deg},
    {"1/m", 0, -1, 0, 0, 1},
    {"kg", 1, 0, 0, 0, 1},
    {"N", 1, 1, -2, 0, 1},
    {"Nm", 1, 2, -2, 0, 1},
    {"W", 1, 2, -3, 0, 1},
    {"Hz", 0, 0, -1, 0, 1},
    {"1/s", 0, 0, -1, 0, 1},
    {"1/rad", 0, 0, 0, -1, 1},
    {"s/m", 0, -1, 1, 0, 1},
    {"s/rad", 0, 0, 1, -1, 1},
    {"s2/m2", 0, -2, 2, 0, 1},
    {"rad.s2/m", 0, -1, 2, 1, 1},
    {"m2", 0, 2, 0, 0, 1},
    {"kg.m2", 1, 2, 0, 0, 1},
    {"kg/m3", 1, -3, 0, 0, 1},
    {"N/m", 1, 0, -2, 0, 1},
    {"N.s", 1, 1, -1, 0, 1},
    {"N.s/m", 1, 0, -1, 0, 1},
    {"Nm/rad", 1, 2, -2, -1, 1},
    {"Nm.s/rad", 1, 2, -1, -1, 1},
};

/// Units without base units: a ratio, and those of random walks, whose exponents are not whole.
constexpr std::string_view without_base[] = {
    "1", "m/sqrt(s)", "m/s/sqrt(s)", "m/s2/sqrt(s)", "rad/sqrt(s)", "rad/s/sqrt(s)"};

}  // namespace

std::optional<Unit> known_unit(std::string_view name) {
    Unit unit;
    unit.name = std::string(name);
    if (std::find(std::begin(without_base), std::end(without_base), name) != std::end(without_base))
        return unit;
    const auto found = std::find_if(std::begin(definitions), std::end(definitions),
                                    [&](const Definition& each) { return each.name == name; });
    if (found == std::end(definitions)) return std::nullopt;
    unit.has_base = true;
    unit.dimension = {found->kg, found->m, found->s, 0, 0, 0, 0, found->rad};
    unit.factor = found->factor;
    return unit;
}

}  // namespace gateway::fmu

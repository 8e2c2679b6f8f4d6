// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

namespace gateway::fmu {

/// Exponents of kg, m, s, A, K, mol, cd and rad.
using Dimension = std::array<int, 8>;

/// Another unit in which a tool may display values: display value = factor * value + offset.
struct DisplayUnit {
    std::string name;
    double factor = 1;
    double offset = 0;
};

/// A unit of a model description: value in base units = factor * value + offset.
struct Unit {
    std::string name;
    bool has_base = false;  ///< BaseUnit is given; without it nothing can be converted
    Dimension dimension{};  ///< all 0 for a number without unit
    double factor = 1;
    double offset = 0;
    std::vector<DisplayUnit> display_units{};
};

}  // namespace gateway::fmu

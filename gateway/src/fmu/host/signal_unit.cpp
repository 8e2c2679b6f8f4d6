// SPDX-License-Identifier: MIT
#include "signal_unit.hpp"

#include <algorithm>
#include <iterator>

namespace gateway::fmu_host {
namespace {

struct SignalUnit {
    const char* name;
    fmu::Dimension dimension;  ///< kg, m, s, A, K, mol, cd, rad
};

const SignalUnit units[] = {
    {"1", {}},
    {"m", {0, 1, 0, 0, 0, 0, 0, 0}},
    {"rad", {0, 0, 0, 0, 0, 0, 0, 1}},
    {"m/s", {0, 1, -1, 0, 0, 0, 0, 0}},
    {"rad/s", {0, 0, -1, 0, 0, 0, 0, 1}},
    {"m/s2", {0, 1, -2, 0, 0, 0, 0, 0}},
    {"N", {1, 1, -2, 0, 0, 0, 0, 0}},
    {"Nm", {1, 2, -2, 0, 0, 0, 0, 0}},
};

}  // namespace

fmu::Dimension dimension_of(const std::string& signal_unit) {
    const auto found = std::find_if(std::begin(units), std::end(units),
                                    [&](const auto& unit) { return signal_unit == unit.name; });
    return found == std::end(units) ? fmu::Dimension{} : found->dimension;
}

bool are_equal(const fmu::Dimension& one, const fmu::Dimension& other) {
    return std::equal(one.begin(), one.end() - 1, other.begin());
}

}  // namespace gateway::fmu_host

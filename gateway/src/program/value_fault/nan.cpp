// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

#include <limits>

namespace gateway {

const ValueFaultKind nan_kind{
    {"nan",
     "Replaces the value by not a number; a whole number becomes 255, which means unknown.",
     value_sides(),
     {},
     false},
    [](const Fault&, const ValueTarget&) {
        return function_fault(
            [](double, double) { return std::numeric_limits<double>::quiet_NaN(); });
    }};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

#include <cmath>

namespace gateway {

const ValueFaultKind quantisation_kind{
    {"quantisation",
     "Rounds to multiples of a step.",
     value_sides(),
     {{"step", "The step, in the unit of the target.", {1e-12, 1e9}, {}, true}}},
    [](const Fault& fault, const ValueTarget&) {
        return function_fault([step = fault.value("step")](double, double value) {
            return std::round(value / step) * step;
        });
    }};

}  // namespace gateway

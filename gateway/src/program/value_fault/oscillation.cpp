// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

#include <cmath>

namespace gateway {

const ValueFaultKind oscillation_kind{
    {"oscillation",
     "Adds a square wave, which begins with its positive half.",
     value_sides(),
     {{"amplitude",
       "Half the height of the wave, in the unit of the target.",
       value_range,
       {},
       true},
      {"period_s", "The period, in s.", {1e-4, 1e4}}}},
    [](const Fault& fault, const ValueTarget&) {
        return function_fault([amplitude = fault.value("amplitude"),
                               period_s = fault.value("period_s")](double age_s, double value) {
            const double periods = age_s / period_s;
            return value + (periods - std::floor(periods) < 0.5 ? amplitude : -amplitude);
        });
    }};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

namespace gateway {

const ValueFaultKind drift_kind{
    {"drift",
     "Adds a constant rate times the time since the begin.",
     value_sides(),
     {{"rate", "The rate, in the unit of the target per second.", value_range}}},
    [](const Fault& fault, const ValueTarget&) {
        return function_fault([rate = fault.value("rate")](double age_s, double value) {
            return value + rate * age_s;
        });
    }};

}  // namespace gateway

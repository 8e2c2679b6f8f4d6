// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

namespace gateway {

const ValueFaultKind value_kind{
    {"value",
     "Replaces the value by a constant.",
     value_sides(),
     {{"value", "The constant, in the unit of the target.", value_range, {}, true}}},
    [](const Fault& fault, const ValueTarget&) {
        return function_fault([value = fault.value("value")](double, double) { return value; });
    }};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

namespace gateway {

const ValueFaultKind bias_kind{
    {"bias",
     "Adds a constant.",
     value_sides(),
     {{"bias", "The constant, in the unit of the target.", value_range, {}, true}}},
    [](const Fault& fault, const ValueTarget&) {
        return function_fault(
            [bias = fault.value("bias")](double, double value) { return value + bias; });
    }};

}  // namespace gateway

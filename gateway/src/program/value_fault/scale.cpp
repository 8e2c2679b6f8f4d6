// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

namespace gateway {

const ValueFaultKind scale_kind{
    {"scale",
     "Multiplies by a constant.",
     value_sides(),
     {{"scale", "The constant.", value_range}}},
    [](const Fault& fault, const ValueTarget&) {
        return function_fault(
            [scale = fault.value("scale")](double, double value) { return value * scale; });
    }};

}  // namespace gateway

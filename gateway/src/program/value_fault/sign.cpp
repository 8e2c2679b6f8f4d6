// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

namespace gateway {

const ValueFaultKind sign_kind{
    {"sign", "Reverses the sign.", value_sides()}, [](const Fault&, const ValueTarget&) {
        return function_fault([](double, double value) { return -value; });
    }};

}  // namespace gateway

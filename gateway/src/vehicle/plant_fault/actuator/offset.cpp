// SPDX-License-Identifier: MIT
#include "actuator_fault.hpp"

namespace gateway {

const ActuatorFaultKind offset_kind{
    {"offset",
     "Adds a constant to the value that the actuator applies.",
     {FaultSide::actuators},
     {{"offset", "The constant, in the unit of the target.", {-1e6, 1e6}, {}, true}}},
    [](const Fault& fault) {
        return actuator_fault(
            [offset = fault.value("offset")](double healthy) { return healthy + offset; });
    }};

}  // namespace gateway

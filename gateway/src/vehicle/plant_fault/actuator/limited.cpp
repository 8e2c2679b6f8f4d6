// SPDX-License-Identifier: MIT
#include "actuator_fault.hpp"

#include <algorithm>

namespace gateway {

const ActuatorFaultKind limited_kind{
    {"limited",
     "Reduces the range of the actuator.",
     {FaultSide::actuators},
     {{"limit", "The largest magnitude, in the unit of the target.", {0, 1e6}, {}, true}}},
    [](const Fault& fault) {
        return actuator_fault([limit = fault.value("limit")](double healthy) {
            return std::clamp(healthy, -limit, limit);
        });
    }};

}  // namespace gateway

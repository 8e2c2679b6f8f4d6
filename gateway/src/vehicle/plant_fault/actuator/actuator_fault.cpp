// SPDX-License-Identifier: MIT
#include "actuator_fault.hpp"

namespace gateway {

std::vector<const ActuatorFaultKind*> actuator_fault_kinds() {
    return {&dead_kind, &limited_kind, &offset_kind, &slower_kind, &stuck_kind};
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "actuator_fault.hpp"

namespace gateway {

const ActuatorFaultKind dead_kind{
    {"dead", "The actuator has no effect: its value is 0.", {FaultSide::actuators}},
    [](const Fault&) { return actuator_fault([](double) { return 0.0; }); }};

}  // namespace gateway

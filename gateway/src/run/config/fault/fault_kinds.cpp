// SPDX-License-Identifier: MIT
#include "fault_kinds.hpp"

#include "fault/link/link_fault.hpp"
#include "plant_fault/vehicle_faults.hpp"
#include "process_fault/process_fault.hpp"
#include "value_fault/item_faults.hpp"
#include "value_fault/value_kinds.hpp"

namespace gateway {

std::vector<const FaultKind*> fault_kinds() {
    std::vector<const FaultKind*> kinds;
    for (const ValueFaultKind* kind : value_fault_kinds()) kinds.push_back(kind);
    kinds.push_back(&wrong_type_kind);
    for (const ProcessFaultKind* kind : process_fault_kinds()) kinds.push_back(kind);
    for (const ActuatorFaultKind* kind : actuator_fault_kinds()) kinds.push_back(kind);
    for (const RoadFaultKind* kind : road_fault_kinds()) kinds.push_back(kind);
    for (const LinkFaultKind* kind : link_fault_kinds()) kinds.push_back(kind);
    return kinds;
}

const FaultKind* find_fault_kind(FaultSide side, const std::string& name) {
    for (const FaultKind* kind : fault_kinds())
        if (kind->name == name && kind->acts_on(side)) return kind;
    return nullptr;
}

const FaultKind* find_fault_kind(const std::string& name) {
    for (const FaultKind* kind : fault_kinds())
        if (kind->name == name) return kind;
    return nullptr;
}

std::vector<std::string> fault_kinds_of(FaultSide side) {
    std::vector<std::string> names;
    for (const FaultKind* kind : fault_kinds())
        if (kind->acts_on(side)) names.emplace_back(kind->name);
    return names;
}

}  // namespace gateway

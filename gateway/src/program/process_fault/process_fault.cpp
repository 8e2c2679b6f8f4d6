// SPDX-License-Identifier: MIT
#include "process_fault.hpp"

#include <utility>

namespace gateway {

bool ProcessFault::begins() {
    const std::uint64_t now = applied_.state.activities;
    return std::exchange(activities_, now) != now;
}

std::vector<const ProcessFaultKind*> process_fault_kinds() {
    return {&kill_kind, &stop_kind, &slow_kind};
}

ProcessFaults::ProcessFaults(const std::vector<AppliedFault>& faults, ChildProcess* child) {
    for (const AppliedFault& applied : faults)
        faults_.push_back(
            static_cast<const ProcessFaultKind*>(applied.fault.kind)->create(applied, child));
}

ProcessEffect ProcessFaults::begin_cycle() {
    ProcessEffect effect;
    for (const auto& fault : faults_) fault->act(effect);
    return effect;
}

}  // namespace gateway

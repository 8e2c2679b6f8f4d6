// SPDX-License-Identifier: MIT
#pragma once

#include "fault/fault.hpp"

#include <vector>

namespace gateway {

/// The faults of a program, by the place where they act.
struct ProgramFaults {
    std::vector<AppliedFault> inputs{}, outputs{}, process{};
    SimTime shortest_cycle{1};  ///< shortest time between two cycles
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "fault/fault.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gateway::vds1 {

/// @name Directions of a FaultyLink
/// @{
constexpr std::uint32_t cmd_direction = 0;
constexpr std::uint32_t state_direction = 1;
/// @}

/// Targets of faults of a VDS1 connection: both directions, or one.
constexpr const char* link_part = "vds1";
constexpr const char* cmd_part = "vds1.cmd";
constexpr const char* state_part = "vds1.state";

/// The faults that act on CMDs or on STATEs. @param part cmd_part or state_part
inline std::vector<AppliedFault> faults_of_part(const std::vector<AppliedFault>& faults,
                                                const char* part) {
    std::vector<AppliedFault> found;
    for (const AppliedFault& applied : faults)
        if (applied.fault.part == link_part || applied.fault.part == part) found.push_back(applied);
    return found;
}

}  // namespace gateway::vds1

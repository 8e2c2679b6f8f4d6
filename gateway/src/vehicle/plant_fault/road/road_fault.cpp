// SPDX-License-Identifier: MIT
#include "road_fault.hpp"

namespace gateway {

std::vector<const RoadFaultKind*> road_fault_kinds() {
    return {&friction_kind, &grade_kind, &patch_kind, &tyre_friction_kind};
}

const std::vector<std::string>& wheel_names() {
    static const std::vector<std::string> names{"front_left", "front_right", "rear_left",
                                                "rear_right"};
    return names;
}

}  // namespace gateway

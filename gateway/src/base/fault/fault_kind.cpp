// SPDX-License-Identifier: MIT
#include "fault_kind.hpp"

#include <algorithm>

namespace gateway {

const std::vector<std::string>& fault_sides() {
    static const std::vector<std::string> words{"inputs",    "outputs", "process", "sensors",
                                                "actuators", "vehicle", "world",   "links"};
    return words;
}

const char* to_string(FaultSide side) {
    return fault_sides()[static_cast<std::size_t>(side)].c_str();
}

bool FaultKind::acts_on(FaultSide side) const {
    return std::find(sides.begin(), sides.end(), side) != sides.end();
}

}  // namespace gateway

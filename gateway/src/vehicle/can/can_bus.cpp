// SPDX-License-Identifier: MIT
#include "can_bus.hpp"

#include "socket/can_socket.hpp"

namespace gateway {

Descriptor open_can_bus(const std::string& interface, const CanMapping& mapping) {
    std::vector<can_filter> filters;
    for (const CanFrameMap& map : mapping.receive)
        filters.push_back({map.id, CAN_EFF_FLAG | CAN_RTR_FLAG | CAN_EFF_MASK});
    return open_can_socket(interface, filters);
}

}  // namespace gateway

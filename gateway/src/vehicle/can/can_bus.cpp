// SPDX-License-Identifier: MIT
#include "can_bus.hpp"

#include "posix/descriptor.hpp"

#include <linux/can.h>
#include <linux/can/raw.h>
#include <net/if.h>
#include <sys/socket.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace gateway {
namespace {

[[noreturn]] void fail(const std::string& interface, const std::string& what) {
    const std::string reason = std::generic_category().message(errno);
    throw std::runtime_error("CAN interface '" + interface + "': " + what + ": " + reason +
                             "; `ip -br link` shows the interfaces of this machine");
}

/// Opens a non-blocking socket of a CAN interface.
/// @param filters for the frames that it receives
/// @throws std::runtime_error with the interface if it does not exist or cannot be used
Descriptor open_can_socket(const std::string& interface, const std::vector<can_filter>& filters) {
    Descriptor bus(::socket(PF_CAN, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, CAN_RAW));
    if (bus.get() < 0) fail(interface, "cannot create a CAN socket");
    if (::setsockopt(bus.get(), SOL_CAN_RAW, CAN_RAW_FILTER, filters.data(),
                     static_cast<socklen_t>(filters.size() * sizeof(can_filter))) != 0)
        fail(interface, "cannot set the filters for its frames");
    sockaddr_can address{};
    address.can_family = AF_CAN;
    address.can_ifindex = static_cast<int>(::if_nametoindex(interface.c_str()));
    if (address.can_ifindex == 0) fail(interface, "does not exist");
    if (::bind(bus.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        fail(interface, "cannot be used");
    return bus;
}

}  // namespace

Descriptor open_can_bus(const std::string& interface, const CanMapping& mapping) {
    std::vector<can_filter> filters;
    for (const CanFrameMap& map : mapping.receive)
        filters.push_back({map.id, CAN_EFF_FLAG | CAN_RTR_FLAG | CAN_EFF_MASK});
    return open_can_socket(interface, filters);
}

}  // namespace gateway

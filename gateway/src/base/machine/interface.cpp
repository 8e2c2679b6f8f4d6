// SPDX-License-Identifier: MIT
#include "interface.hpp"

#include "posix/descriptor.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <memory>
#include <optional>

namespace gateway {
namespace {

/// The address that this machine uses as the source of datagrams to another one.
std::optional<in_addr> source_towards(const std::string& address) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(9);
    const Descriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (socket.get() < 0 || ::inet_pton(AF_INET, address.c_str(), &to.sin_addr) != 1 ||
        ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
        return std::nullopt;
    sockaddr_in from{};
    socklen_t size = sizeof from;
    if (::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&from), &size) != 0)
        return std::nullopt;
    return from.sin_addr;
}

}  // namespace

std::string interface_to(const std::string& address) {
    const auto source = source_towards(address);
    ifaddrs* first = nullptr;
    if (!source || ::getifaddrs(&first) != 0) return {};
    const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> all(first, ::freeifaddrs);
    for (const ifaddrs* each = first; each != nullptr; each = each->ifa_next)
        if (each->ifa_addr != nullptr && each->ifa_addr->sa_family == AF_INET &&
            reinterpret_cast<const sockaddr_in*>(each->ifa_addr)->sin_addr.s_addr == source->s_addr)
            return each->ifa_name;
    return {};
}

}  // namespace gateway

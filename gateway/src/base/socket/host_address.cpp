// SPDX-License-Identifier: MIT
#include "host_address.hpp"

#include <arpa/inet.h>

#include <array>
#include <cstring>
#include <utility>

namespace gateway {
namespace {

constexpr std::array<char, 12> ipv4_in_ipv6{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '\xff', '\xff'};

/// An IPv4 address that IPv6 wraps is one of IPv4.
std::string unwrapped(std::string bytes) {
    if (bytes.size() == HostAddress::ipv6_bytes &&
        std::memcmp(bytes.data(), ipv4_in_ipv6.data(), ipv4_in_ipv6.size()) == 0)
        return bytes.substr(ipv4_in_ipv6.size());
    return bytes;
}

}  // namespace

HostAddress::HostAddress(std::string bytes) : bytes_(unwrapped(std::move(bytes))) {}

HostAddress HostAddress::of_bytes(std::string bytes) {
    return HostAddress(std::move(bytes));
}

std::optional<HostAddress> HostAddress::from(const std::string& text) {
    char bytes[ipv6_bytes];
    if (::inet_pton(AF_INET, text.c_str(), bytes) == 1)
        return HostAddress(std::string(bytes, ipv4_bytes));
    if (::inet_pton(AF_INET6, text.c_str(), bytes) == 1)
        return HostAddress(std::string(bytes, ipv6_bytes));
    return std::nullopt;
}

bool HostAddress::is_loopback() const {
    if (bytes_.size() == ipv4_bytes) return bytes_[0] == 127;
    return bytes_ == std::string(ipv6_bytes - 1, '\0') + '\1';
}

bool HostAddress::is_ipv6() const {
    return bytes_.size() == ipv6_bytes;
}

std::string HostAddress::text() const {
    char text[INET6_ADDRSTRLEN] = "";
    const int family = is_ipv6() ? AF_INET6 : AF_INET;
    static_cast<void>(::inet_ntop(family, bytes_.data(), text, sizeof text));
    return text;
}

}  // namespace gateway

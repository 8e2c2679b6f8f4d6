// SPDX-License-Identifier: MIT
#include "endpoint.hpp"

#include <arpa/inet.h>

#include <stdexcept>

namespace gateway {

Endpoint make_endpoint(const std::string& address, std::uint16_t port) {
    in_addr parsed{};
    if (::inet_pton(AF_INET, address.c_str(), &parsed) != 1)
        throw std::invalid_argument("'" + address +
                                    "' is not an IPv4 address; write four numbers with dots, "
                                    "such as 127.0.0.1");
    return {ntohl(parsed.s_addr), port};
}

std::string to_string(const Endpoint& endpoint) {
    std::string text;
    for (unsigned shift = 32; shift > 0;) {
        shift -= 8;
        text += std::to_string(endpoint.address >> shift & 0xffU) + (shift > 0 ? "." : ":");
    }
    return text + std::to_string(endpoint.port);
}

}  // namespace gateway

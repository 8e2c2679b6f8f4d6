// SPDX-License-Identifier: MIT
#include "resource_uri.hpp"

#include "text/text.hpp"

#include <string_view>

namespace gateway::fmu_host {
namespace {

bool is_plain(char c) {
    constexpr std::string_view others = "/-._~";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           others.find(c) != std::string_view::npos;
}

}  // namespace

std::string resource_uri(const std::string& path) {
    std::string uri = "file://";
    for (const char c : path)
        uri += is_plain(c) ? std::string(1, c) : "%" + hex_digits(static_cast<std::uint8_t>(c));
    return uri;
}

}  // namespace gateway::fmu_host

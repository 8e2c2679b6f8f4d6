// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

namespace gateway {

/// The process of this machine that has an IPv4 UDP socket bound to the port, with any address.
/// @return nothing if there is none, or if it belongs to another user
std::optional<pid_t> udp_owner(std::uint16_t port);

}  // namespace gateway

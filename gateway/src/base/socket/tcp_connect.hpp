// SPDX-License-Identifier: MIT
#pragma once

#include "endpoint.hpp"

#include "posix/descriptor.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace gateway {

/// Connects to a server over TCP. The returned socket is blocking.
/// @return nothing if it fails or takes longer than `limit`; `problem` has the reason
std::optional<Descriptor> connect_tcp(const Endpoint& server, std::chrono::milliseconds limit,
                                      std::string& problem);

}  // namespace gateway

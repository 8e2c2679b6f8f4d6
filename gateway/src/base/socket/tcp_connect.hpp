// SPDX-License-Identifier: MIT
#pragma once

#include "endpoint.hpp"

#include "posix/descriptor.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace gateway {

/// Connects to a server by TCP. The connection waits in its calls.
/// @return nothing if that cannot be, or takes longer than `limit`; `problem` says why
std::optional<Descriptor> connect_tcp(const Endpoint& server, std::chrono::milliseconds limit,
                                      std::string& problem);

}  // namespace gateway

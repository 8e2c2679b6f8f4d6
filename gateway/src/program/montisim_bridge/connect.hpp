// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"
#include "socket/endpoint.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace gateway::tcp {

/// Connects to a server.
/// @return nothing if that cannot be, or takes longer than `limit`; `problem` says why
std::optional<Descriptor> connect_to(const Endpoint& server, std::chrono::milliseconds limit,
                                     std::string& problem);

}  // namespace gateway::tcp

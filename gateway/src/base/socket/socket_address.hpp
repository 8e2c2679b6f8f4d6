// SPDX-License-Identifier: MIT
#pragma once

#include "endpoint.hpp"

#include <netinet/in.h>

namespace gateway {

/// Conversions between an endpoint and the type of the system calls.
sockaddr_in to_sockaddr(const Endpoint& endpoint);
Endpoint to_endpoint(const sockaddr_in& address);

}  // namespace gateway

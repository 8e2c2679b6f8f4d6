// SPDX-License-Identifier: MIT
#pragma once

#include "endpoint.hpp"

#include <netinet/in.h>

namespace gateway {

/// An endpoint as the system calls have it.
sockaddr_in to_sockaddr(const Endpoint& endpoint);
Endpoint to_endpoint(const sockaddr_in& address);

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "montisim/packet.hpp"
#include "socket/endpoint.hpp"

namespace gateway::tcp {

/// Where a program in TCP mode listens, and what it understands.
struct TcpProgramConfig {
    Endpoint server;
    montisim::PacketNumbering numbering = montisim::PacketNumbering::newest;
};

}  // namespace gateway::tcp

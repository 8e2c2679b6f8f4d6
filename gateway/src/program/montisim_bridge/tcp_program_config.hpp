// SPDX-License-Identifier: MIT
#pragma once

#include "montisim/packet.hpp"
#include "socket/endpoint.hpp"

namespace gateway::tcp {

/// Address and packet ids of a program in TCP mode.
struct TcpProgramConfig {
    Endpoint server;
    montisim::PacketNumbering numbering = montisim::PacketNumbering::newest;
};

}  // namespace gateway::tcp

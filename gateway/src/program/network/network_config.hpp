// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>
#include "socket/endpoint.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// A SOCKET port of a program of the run.
struct SocketName {
    std::size_t program = 0;  ///< among the run's programs
    std::string port;

    bool operator==(const SocketName& other) const {
        return program == other.program && port == other.port;
    }
};

/// Properties of a connection.
struct WayConfig {
    SimTime latency{0};
    double loss = 0;                ///< probability, for each message
    std::optional<double> range_m;  ///< none: any distance
};

/// The connection from one SOCKET port to another.
struct LinkConfig {
    SocketName from;
    SocketName to;
    WayConfig way;
    /// False for a broadcast, which reaches the programs that have the port.
    bool is_required = true;
};

/// A SOCKET port that is connected to an external UDP peer; realtime mode only.
struct UdpConfig {
    SocketName socket;
    Endpoint peer;
    Endpoint local;
};

/// The connections of the SOCKET ports of a run.
struct NetworkConfig {
    std::optional<std::uint64_t> seed;  ///< for the losses; nothing: that of the run
    std::vector<LinkConfig> links;
    std::vector<UdpConfig> udp;
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "control/data_port_config.hpp"
#include "run_view.hpp"
#include "socket/udp_socket.hpp"

#include <optional>
#include <vector>

namespace gateway::data_port {

/// What a datagram may hold on an Ethernet without being cut: 1500 bytes less the headers.
constexpr std::size_t most_datagram_bytes = 1472;

/// One vehicle's state and applied command as one JSON object of at most that length.
std::string telemetry_json(const TelemetryConfig& config, std::size_t id, const Snapshot& now);

/// Sends vehicles as JSON over UDP. Belongs to the port's thread, and blocks nowhere: what the
/// kernel does not take is lost.
class Telemetry {
  public:
    /// @param view outlives it
    /// @param configs of those vehicles that have targets from the start
    /// @throws std::runtime_error without a socket
    Telemetry(RunView& view, const std::vector<TelemetryConfig>& configs);

    /// For the next one of the view.
    void add_vehicle();
    /// One for each vehicle, in their order.
    const std::vector<TelemetryConfig>& configs() const { return configs_; }
    /// Takes the place of that vehicle's; in force from the next work() on.
    void set(const TelemetryConfig& config);

    /// Sends what is due. @return when it wants to be called again; nothing: after a set()
    std::optional<SteadyTime> work();

  private:
    bool is_active(const TelemetryConfig& config) const;
    void send(const TelemetryConfig& config);
    void open_socket_for(const Endpoint& to);

    RunView& view_;
    std::vector<TelemetryConfig> configs_;
    std::vector<SteadyTime> due_;
    /// Bound to the loopback, for targets there, and to every address, while there are others.
    std::optional<UdpSocket> on_loopback_, elsewhere_;
};

}  // namespace gateway::data_port

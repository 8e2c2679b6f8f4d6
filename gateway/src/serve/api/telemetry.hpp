// SPDX-License-Identifier: MIT
#pragma once

#include "control/data_port_config.hpp"
#include "run_view.hpp"
#include "socket/udp_socket.hpp"

#include <optional>
#include <vector>

namespace gateway::data_port {

/// The largest datagram that Ethernet carries unfragmented: 1500 bytes less the headers.
constexpr std::size_t most_datagram_bytes = 1472;

/// One vehicle's state and applied command as a JSON object of at most that size.
std::string telemetry_json(const TelemetryConfig& config, std::size_t id, const Snapshot& now);

/// Sends states of vehicles as JSON over UDP. Called in the port's thread. Does not block: a
/// datagram that the kernel does not accept is lost.
class Telemetry {
  public:
    /// @param view must outlive it
    /// @param configs of the vehicles that have targets from the start
    /// @throws std::runtime_error if no socket can be opened
    Telemetry(RunView& view, const std::vector<TelemetryConfig>& configs);

    /// Call it after a vehicle has been added to the view.
    void add_vehicle();
    /// One per vehicle, in their order.
    const std::vector<TelemetryConfig>& configs() const { return configs_; }
    /// Replaces the configuration of that vehicle, from the next work() on.
    void set(const TelemetryConfig& config);

    /// Sends the datagrams that are due. @return when to call it next; nothing: after a set()
    std::optional<SteadyTime> work();

  private:
    bool is_active(const TelemetryConfig& config) const;
    void send(const TelemetryConfig& config);
    void open_socket_for(const Endpoint& to);

    RunView& view_;
    std::vector<TelemetryConfig> configs_;
    std::vector<SteadyTime> due_;
    /// Bound to the loopback, for targets there; bound to every address, while there are other
    /// targets.
    std::optional<UdpSocket> on_loopback_, elsewhere_;
};

}  // namespace gateway::data_port

// SPDX-License-Identifier: MIT
#pragma once

#include "control/handle_request.hpp"
#include "http/protocol_publisher.hpp"
#include "http/router.hpp"
#include "plant_server/plant_server_config.hpp"
#include "socket/endpoint.hpp"

#include <memory>
#include <vector>

namespace gateway::vdsim {
class PlantServer;
}

namespace gateway::data_port {

/// The data port of vdsim_realtime. Manual control over it competes with senders of CMDs for a
/// vehicle.
class PlantPort {
  public:
    /// Limit of the vehicles that can be added while others run.
    static constexpr std::size_t most_added = 64;

    /// Listens.
    /// @param config must outlive it; has a data_port
    /// @param text content of the configuration file, for display
    /// @param page may be empty
    /// @param publishers served at the same port
    /// @throws std::runtime_error if the port is in use
    PlantPort(const vdsim::PlantServerConfig& config, std::string text, Page page = {},
              std::vector<std::unique_ptr<ProtocolPublisher>> publishers = {});
    ~PlantPort();

    Endpoint local() const;
    /// Empty: no token is required. Do not write it to a log that others can read.
    const std::string& token() const;
    /// Adds a line to the log. From any thread.
    void log(const LogMessage& message);

    /// Call it before the server runs. All parameters must exist until end().
    /// @param recorder of the server
    void begin(vdsim::PlantServer& server, const Controlled& run, PlantRecorder& recorder);
    /// Call it after the server has stopped.
    void end() noexcept;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gateway::data_port

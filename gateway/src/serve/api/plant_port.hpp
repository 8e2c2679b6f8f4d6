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

/// The data port of vdsim_realtime. A person at it drives a vehicle as a sender of CMDs does.
class PlantPort {
  public:
    /// So many vehicles may be added while others run.
    static constexpr std::size_t most_added = 64;

    /// Listens.
    /// @param config outlives it; has a data_port
    /// @param text of its file, to be shown
    /// @param page may be empty
    /// @param outlets shown beside it
    /// @throws std::runtime_error for a port in use
    PlantPort(const vdsim::PlantServerConfig& config, std::string text, Page page = {},
              std::vector<std::unique_ptr<ProtocolPublisher>> publishers = {});
    ~PlantPort();

    Endpoint local() const;
    /// Empty: none is needed. Not for a log that others read.
    const std::string& token() const;
    /// A line of the log; from any thread.
    void log(const char* level, const std::string& text);

    /// Before the server runs. What is named stays until end().
    /// @param recorder of the server
    void begin(vdsim::PlantServer& server, const Controlled& run, PlantRecorder& recorder);
    /// The server does not run any more.
    void end() noexcept;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace gateway::data_port

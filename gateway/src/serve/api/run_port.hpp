// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"
#include "assembly/run_monitor.hpp"
#include "http/protocol_publisher.hpp"
#include "http/router.hpp"
#include "socket/endpoint.hpp"

#include <memory>
#include <vector>

namespace gateway::data_port {

struct Port;

/// The data port of a run.
class RunPort : public RunMonitor {
  public:
    /// Listens. Adds manual control over the port to each vehicle of `config` that supports it.
    /// @param config must outlive it; has a data_port
    /// @param text content of the configuration file, for display
    /// @param page may be empty
    /// @param publishers served at the same port
    /// @throws std::runtime_error if the port is in use
    RunPort(RunConfig& config, std::string text, Page page = {},
            std::vector<std::unique_ptr<ProtocolPublisher>> publishers = {});
    ~RunPort() override;

    Endpoint local() const;
    /// Empty: no token is required. Do not write it to a log that others can read.
    const std::string& token() const;
    /// Adds a line to the run's log. From any thread.
    void log(const LogMessage& message);

    void begin(const Controlled& run) override;
    std::unique_ptr<Observer> look_at(const ProgramRun& run, const Assembly& assembly) override;
    void end() noexcept override;

  private:
    std::vector<std::unique_ptr<ProtocolPublisher>> publishers_;
    std::unique_ptr<Port> port_;  ///< destroyed first: its connections use the publishers
};

}  // namespace gateway::data_port

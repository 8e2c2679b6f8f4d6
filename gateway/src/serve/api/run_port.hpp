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
    /// Listens. Lets a person at the port drive each vehicle that may be driven so, which becomes
    /// a part of `config`.
    /// @param config outlives it; has a data_port
    /// @param text of its file, to be shown
    /// @param page may be empty
    /// @param outlets shown beside it
    /// @throws std::runtime_error for a port in use
    RunPort(RunConfig& config, std::string text, Page page = {},
            std::vector<std::unique_ptr<ProtocolPublisher>> publishers = {});
    ~RunPort() override;

    Endpoint local() const;
    /// Empty: none is needed. Not for a log that others read.
    const std::string& token() const;
    /// A line of the run's log; from any thread.
    void log(const std::string& text);

    void begin(const Controlled& run) override;
    std::unique_ptr<Observer> look_at(const ProgramRun& run, const Assembly& assembly) override;
    void end() noexcept override;

  private:
    std::vector<std::unique_ptr<ProtocolPublisher>> publishers_;
    std::unique_ptr<Port> port_;  ///< goes first: its connections are the outlets'
};

}  // namespace gateway::data_port

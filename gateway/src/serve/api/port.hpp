// SPDX-License-Identifier: MIT
#pragma once

#include "control/data_port_config.hpp"
#include "force_feedback.hpp"
#include "http/server.hpp"
#include "run_calls.hpp"
#include "target_calls.hpp"

namespace gateway::data_port {

/// A data port but for what it is the port of.
struct Port {
    /// Listens.
    /// @param vehicles at least one
    /// @param page may be empty
    /// @throws std::runtime_error for a port in use
    Port(RunFacts facts, std::vector<VehicleFacts> vehicles, const DataPortConfig& config,
         Page page);

    /// Serves until end(). What `controlled` names stays until then.
    void begin(const Controlled& controlled);
    void end() noexcept;

    Guard guard;
    LogBoard log;
    std::optional<Controlled> run;
    RunView view;
    RunCalls calls{view, log};
    Telemetry telemetry;
    TargetCalls targets;
    std::optional<ForceFeedback> wheel;
    Router router;
    Endpoint local;
    std::unique_ptr<Server> server;
};

}  // namespace gateway::data_port

// SPDX-License-Identifier: MIT
#pragma once

#include "control/data_port_config.hpp"
#include "force_feedback.hpp"
#include "http/server.hpp"
#include "run_calls.hpp"
#include "target_calls.hpp"

namespace gateway::data_port {

/// The parts that the data ports of a run and of vdsim_realtime have in common.
struct Port {
    /// Listens.
    /// @param vehicles at least one
    /// @param page may be empty
    /// @throws std::runtime_error if the port is in use
    Port(RunFacts facts, std::vector<VehicleFacts> vehicles, const DataPortConfig& config,
         Page page);

    /// Serves until end(). The members of `controlled` must exist until then.
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

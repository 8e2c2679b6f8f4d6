// SPDX-License-Identifier: MIT
#pragma once

#include "http/router.hpp"
#include "telemetry.hpp"

#include <nlohmann/json_fwd.hpp>

namespace gateway::data_port {

/// GET and POST /api/io/targets: the targets of telemetry. Called in the port's thread.
class TargetCalls {
  public:
    /// All parameters must outlive it. @param allow addresses off the loopback that a call may set
    TargetCalls(const RunView& view, Telemetry& telemetry, const DataPortConfig& config);

    void add_to(Router& router);

  private:
    Answer targets(bool was_set) const;
    Answer set(const Call& call);
    TelemetryConfig changed(const nlohmann::json& body, const ViewedVehicle& vehicle) const;
    std::vector<Endpoint> targets_of(const nlohmann::json& list) const;
    Endpoint target_of(const nlohmann::json& target, const std::string& place) const;
    void check_count(const TelemetryConfig& changed) const;

    const RunView& view_;
    Telemetry& telemetry_;
    std::vector<std::uint32_t> allowed_;
};

}  // namespace gateway::data_port

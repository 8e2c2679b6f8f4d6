// SPDX-License-Identifier: MIT
#pragma once

#include "board/plant_monitor.hpp"
#include "plant_server/plant_server_config.hpp"
#include "port.hpp"

#include <nlohmann/json_fwd.hpp>

namespace gateway::data_port {

VehicleFacts plant_vehicle_facts(const vdsim::PlantVehicleConfig& vehicle,
                                 const RealTimeOptions& pace);

/// The data port's calls of vdsim_realtime: reset and add vehicles. Vehicles are built here and
/// passed to the loop. Called in the port's thread.
class PlantCalls {
  public:
    /// @param config must outlive it
    PlantCalls(const vdsim::PlantServerConfig& config, Port& port);

    void add_to(Router& router);
    /// Call it before the server runs and before the port serves.
    void begin(vdsim::PlantServer& server, const Controlled& run);

  private:
    /// The parts of a vehicle of the view, at the same position.
    struct Entry {
        vdsim::PlantVehicleConfig config;
        SafetyBoard* board = nullptr;
        std::unique_ptr<PlantMonitor> monitor;
        RestartParts fresh;  ///< while they are passed to the loop
    };

    Answer reset(const nlohmann::json& body);
    Answer add(const Call& call);
    Answer added(const ViewedVehicle& vehicle, std::uint16_t cmd_port);
    vdsim::PlantVehicleConfig read(nlohmann::json body) const;
    void check_identity(const vdsim::PlantVehicleConfig& vehicle) const;
    std::uint32_t free_id() const;
    std::uint16_t join(const vdsim::PlantVehicleConfig& vehicle,
                       std::unique_ptr<vdsim::PlantVehicle> made);
    void add_entry(const vdsim::PlantVehicleConfig& vehicle, SafetyBoard* board,
                   const vdsim::PlantVehicle& simulated, std::uint16_t cmd_port);

    const vdsim::PlantServerConfig& config_;
    Port& port_;
    vdsim::PlantServer* server_ = nullptr;
    const RunControl* control_ = nullptr;
    std::vector<std::unique_ptr<Entry>> entries_;
    std::vector<std::unique_ptr<SafetyBoard>> boards_;         ///< of added vehicles
    std::vector<std::unique_ptr<vdsim::PlantFaults>> faults_;  ///< of added vehicles
    std::vector<std::pair<std::uint16_t, vdsim::CmdPort*>> cmd_ports_;
    vdsim::AddedVehicle added_;  ///< while it is passed to the loop
};

}  // namespace gateway::data_port

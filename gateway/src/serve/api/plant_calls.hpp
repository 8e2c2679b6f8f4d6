// SPDX-License-Identifier: MIT
#pragma once

#include "board/plant_look.hpp"
#include "plant_server/plant_server_config.hpp"
#include "port.hpp"

#include <nlohmann/json_fwd.hpp>

namespace gateway::data_port {

VehicleFacts plant_vehicle_facts(const vdsim::PlantVehicleConfig& vehicle,
                                 const RealTimeOptions& pace);

/// What the data port of vdsim_realtime answers besides: vehicles begin anew and are added. They
/// are built here and handed over to the loop. Belongs to the port's thread.
class PlantCalls {
  public:
    /// @param config outlives it
    PlantCalls(const vdsim::PlantServerConfig& config, Port& port);

    void add_to(Router& router);
    /// Before the server runs, and before the port serves.
    void begin(vdsim::PlantServer& server, const Controlled& run);

  private:
    /// What belongs to a vehicle of the view, at the same position.
    struct Entry {
        vdsim::PlantVehicleConfig config;
        SafetyBoard* board = nullptr;
        std::unique_ptr<PlantLook> look;
        FreshVehicle fresh;  ///< being handed over
    };

    Answer reset(const nlohmann::json& body);
    Answer add(const Call& call);
    Answer added(const ViewedVehicle& vehicle, std::uint16_t cmd_port);
    vdsim::PlantVehicleConfig read(nlohmann::json body) const;
    void check_identity(const vdsim::PlantVehicleConfig& vehicle) const;
    std::uint32_t free_id() const;
    std::uint16_t join(const vdsim::PlantVehicleConfig& vehicle,
                       std::unique_ptr<vdsim::PlantVehicle> made);
    PlantLook* look_of(std::uint32_t id) const;
    void enter(const vdsim::PlantVehicleConfig& vehicle, SafetyBoard* board,
               std::uint16_t cmd_port);

    const vdsim::PlantServerConfig& config_;
    Port& port_;
    vdsim::PlantServer* server_ = nullptr;
    const RunControl* control_ = nullptr;
    std::vector<std::unique_ptr<Entry>> entries_;
    std::vector<std::unique_ptr<SafetyBoard>> boards_;  ///< of those that were added
    std::vector<std::pair<std::uint16_t, vdsim::CmdPort*>> cmd_ports_;
    vdsim::AddedVehicle added_;  ///< being handed over
};

}  // namespace gateway::data_port

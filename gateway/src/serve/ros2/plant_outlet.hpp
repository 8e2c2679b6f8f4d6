// SPDX-License-Identifier: MIT
#pragma once

#include "plant_driver.hpp"
#include "plant_server/plant_server.hpp"
#include "ros2/topic/turn_clock.hpp"
#include "vehicle_topics.hpp"

#include <memory>
#include <string>
#include <vector>

namespace gateway::ros2 {

/// The vehicles of vdsim_realtime in ROS 2, those that are there at the start. One alone has its
/// topics as in a run; of several each has them in a namespace of its own, `/vehicle_` and its id.
class PlantOutlet {
  public:
    /// @param config has `ros2`
    /// @param server has its vehicles; they see this for as long as they are ticked
    /// @param boards of the vehicles' safety rules; they outlive this
    /// @param log told from any thread
    /// @throws std::runtime_error if the module or the network interface is not there
    PlantOutlet(const vdsim::PlantServerConfig& config, vdsim::PlantServer& server,
                const std::vector<std::unique_ptr<SafetyBoard>>& boards, const Log& log);
    ~PlantOutlet();
    PlantOutlet(const PlantOutlet&) = delete;
    PlantOutlet& operator=(const PlantOutlet&) = delete;

  private:
    struct Member {
        vdsim::PlantVehicle& vehicle;
        std::unique_ptr<PlantDriver> driver;  ///< null where Autoware does not drive
        VehicleTopics topics;
    };

    void add(const vdsim::PlantVehicleConfig& config, vdsim::PlantVehicle& vehicle,
             SafetyBoard* board, const std::string& space);
    void after_tick(SimTime now);

    Log log_;
    std::shared_ptr<dds::Participant> participant_;
    Ros2Config ros2_;
    Sender sender_;
    TurnClock clock_;
    std::vector<Member> members_;
};

}  // namespace gateway::ros2

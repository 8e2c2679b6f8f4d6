// SPDX-License-Identifier: MIT
#pragma once

#include "../../vdsim/plant_server.hpp"
#include "../../vdsim/plant_server_config.hpp"
#include "turn_clock.hpp"
#include "vehicle_topics.hpp"

#include <memory>
#include <vector>

namespace gateway::ros2 {

/// Drives a vehicle of vdsim_realtime as Autoware wants: a sender of commands as any other, until
/// it is disengaged or its mode is manual.
class PlantDriver : public vdsim::VehicleOnlooker {
  public:
    explicit PlantDriver(std::shared_ptr<const CommandBoard> board) : board_(std::move(board)) {}

    void before_tick(vdsim::PlantVehicle& vehicle, SteadyTime now) noexcept override;
    void after_tick(const vdsim::PlantVehicle& /*vehicle*/, bool /*has_moved*/) noexcept override {}

  private:
    std::shared_ptr<const CommandBoard> board_;
    Asked asked_;
};

/// The vehicles of vdsim_realtime in ROS 2, those that are there at the start. One alone has its
/// topics as in a run; of several each has them in a namespace of its own, `/vehicle_` and its id.
class PlantOutlet {
  public:
    /// @param config has `ros2`
    /// @param server has its vehicles; they see this for as long as they are ticked
    /// @param log told from any thread
    /// @throws std::runtime_error if the module or the network interface is not there
    PlantOutlet(const vdsim::PlantServerConfig& config, vdsim::PlantServer& server, const Log& log);
    ~PlantOutlet();
    PlantOutlet(const PlantOutlet&) = delete;
    PlantOutlet& operator=(const PlantOutlet&) = delete;

  private:
    struct Member {
        vdsim::PlantVehicle& vehicle;
        VehicleTopics topics;
        std::unique_ptr<PlantDriver> driver;  ///< null where Autoware does not drive
    };

    void add(const vdsim::PlantVehicleConfig& config, vdsim::PlantVehicle& vehicle,
             const std::string& space);
    void after_tick(SimTime now);

    Log log_;
    std::shared_ptr<dds::Participant> participant_;
    Ros2Commands commands_;
    Sender sender_;
    TurnClock clock_;
    std::vector<Member> members_;
};

}  // namespace gateway::ros2

// SPDX-License-Identifier: MIT
#pragma once

#include "command_board.hpp"
#include "vehicle_topics.hpp"

#include "plant_server/plant_server.hpp"
#include "plant_server/plant_server_config.hpp"
#include "ros2/topic/cycle_clock.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace gateway::ros2 {

/// Drives a vehicle of vdsim_realtime by the commands of Autoware, which competes with other
/// senders of commands until it is disengaged or its mode is manual. An initial pose restarts the
/// vehicle.
class PlantDriver : public vdsim::VehicleMonitor {
  public:
    /// @param config of the vehicle
    /// @param board of its safety rules; may be null; must outlive it
    PlantDriver(vdsim::PlantVehicleConfig config, SafetyBoard* board);

    /// Call it before the first tick.
    void set_board(std::shared_ptr<const CommandBoard> board) { board_ = std::move(board); }
    /// Restarts the vehicle at that pose before its next tick. From one other thread.
    /// @throws std::exception if the position is invalid, or the previous restart is still pending
    void restart_at(const InitialPose& pose);

    void before_tick(vdsim::PlantVehicle& vehicle, SteadyTime now) noexcept override;
    void after_tick(const vdsim::PlantVehicle& /*vehicle*/, bool /*has_moved*/) noexcept override {}

  private:
    vdsim::PlantVehicleConfig config_;
    SafetyBoard* safety_board_;
    ReceivedCommands received_;
    std::atomic<bool> is_restart_pending_{false};  ///< the loop owns the next two members
    std::unique_ptr<Vehicle> next_vehicle_;
    Filters next_filters_;
    /// The last member: its threads use all others.
    std::shared_ptr<const CommandBoard> board_;
};

/// Publishes the vehicles of vdsim_realtime in ROS 2, except those that are added later. A single
/// vehicle has the topics of a run; several vehicles have separate namespaces, `/vehicle_` and the
/// id.
class PlantPublisher {
  public:
    /// @param config has `ros2`
    /// @param server its vehicles and their ticks use this object
    /// @param boards of the vehicles' safety rules; must outlive it
    /// @param log called from any thread
    /// @throws std::runtime_error if the module or the network interface does not exist
    PlantPublisher(const vdsim::PlantServerConfig& config, vdsim::PlantServer& server,
                   const std::vector<std::unique_ptr<SafetyBoard>>& boards, const Log& log);
    ~PlantPublisher();
    PlantPublisher(const PlantPublisher&) = delete;
    PlantPublisher& operator=(const PlantPublisher&) = delete;

  private:
    struct Member {
        vdsim::PlantVehicle& vehicle;
        std::unique_ptr<PlantDriver> driver;  ///< null if Autoware cannot drive
        VehicleTopics topics;
    };

    void add(const vdsim::PlantVehicleConfig& config, vdsim::PlantVehicle& vehicle,
             SafetyBoard* board, const std::string& space);
    void after_tick(SimTime now);

    Log log_;
    std::shared_ptr<dds::Participant> participant_;
    Ros2Config ros2_;
    Sender sender_;
    CycleClock clock_;
    std::vector<Member> members_;
};

}  // namespace gateway::ros2

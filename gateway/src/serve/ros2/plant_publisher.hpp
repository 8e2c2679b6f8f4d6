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

/// Drives a vehicle of vdsim_realtime as Autoware wants: a sender of commands as any other, until
/// it is disengaged or its mode is manual. At an initial pose the vehicle begins anew.
class PlantDriver : public vdsim::VehicleMonitor {
  public:
    /// @param config of the vehicle @param board of its safety rules, or null; it outlives this
    PlantDriver(vdsim::PlantVehicleConfig config, SafetyBoard* board);

    /// Before the first tick.
    void follow(std::shared_ptr<const CommandBoard> board) { board_ = std::move(board); }
    /// The vehicle stands there from its next tick on. From one other thread.
    /// @throws std::exception if that is no place, or the one before was not taken yet
    void begin_at(const InitialPose& pose);

    void before_tick(vdsim::PlantVehicle& vehicle, SteadyTime now) noexcept override;
    void after_tick(const vdsim::PlantVehicle& /*vehicle*/, bool /*has_moved*/) noexcept override {}

  private:
    vdsim::PlantVehicleConfig config_;
    SafetyBoard* safety_board_;
    Asked asked_;
    std::atomic<bool> is_handed_over_{false};  ///< then the loop has what is below
    std::unique_ptr<Vehicle> fresh_;
    Filters fresh_filters_;
    /// The last one: its threads use all above.
    std::shared_ptr<const CommandBoard> board_;
};

/// The vehicles of vdsim_realtime in ROS 2, those that are there at the start. One alone has its
/// topics as in a run; of several each has them in a namespace of its own, `/vehicle_` and its id.
class PlantPublisher {
  public:
    /// @param config has `ros2`
    /// @param server has its vehicles; they see this for as long as they are ticked
    /// @param boards of the vehicles' safety rules; they outlive this
    /// @param log told from any thread
    /// @throws std::runtime_error if the module or the network interface is not there
    PlantPublisher(const vdsim::PlantServerConfig& config, vdsim::PlantServer& server,
                   const std::vector<std::unique_ptr<SafetyBoard>>& boards, const Log& log);
    ~PlantPublisher();
    PlantPublisher(const PlantPublisher&) = delete;
    PlantPublisher& operator=(const PlantPublisher&) = delete;

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
    CycleClock clock_;
    std::vector<Member> members_;
};

}  // namespace gateway::ros2

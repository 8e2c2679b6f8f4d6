// SPDX-License-Identifier: MIT
#pragma once

#include "command_board.hpp"
#include "plant_server/plant_server_config.hpp"

#include <atomic>
#include <memory>

namespace gateway::ros2 {

/// Drives a vehicle of vdsim_realtime as Autoware wants: a sender of commands as any other, until
/// it is disengaged or its mode is manual. At an initial pose the vehicle begins anew.
class PlantDriver : public vdsim::VehicleOnlooker {
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

}  // namespace gateway::ros2

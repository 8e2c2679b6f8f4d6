// SPDX-License-Identifier: MIT
#pragma once

#include "fault/fault_board.hpp"
#include "fault/link/faulty_link.hpp"
#include "fault_schedule/fault_schedule.hpp"
#include "plant_fault/vehicle_faults.hpp"
#include "route/route_tracker.hpp"
#include "vehicle_fault/sensor_faults.hpp"

#include <gateway/base/seams.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gateway::vdsim {

struct PlantVehicleConfig;

/// The names of formulas in the faults of a vehicle.
std::vector<std::string> plant_fault_columns();

/// Why a vehicle of vdsim_realtime cannot have a fault, or an empty text.
std::string plant_fault_objection(const Fault& fault, const PlantVehicleConfig& config);

/// The faults of one vehicle of vdsim_realtime. Its simulated time counts from the start of the
/// process, and does not restart with the vehicle.
///
/// The states are updated after each tick; faults of actuators and of the road act from the next
/// tick on. All functions are called in the server's thread; they do not allocate.
class PlantFaults {
  public:
    /// @param config its faults are copied @param step a tick
    PlantFaults(const PlantVehicleConfig& config, SimTime step);
    PlantFaults(const PlantFaults&) = delete;
    PlantFaults& operator=(const PlantFaults&) = delete;

    FaultBoard& board() { return board_; }
    const FaultSchedule& schedule() const { return schedule_; }
    /// For the vehicle; valid as long as this.
    plant::TickHook* hook() { return &vehicle_faults_; }
    /// @name The links; null: without faults
    /// @{
    FaultyLink* cmds() { return cmds_.get(); }
    FaultyLink* states() { return states_.get(); }
    /// @}

    /// To be called once, before the first tick.
    void begin(const Feedback& feedback) noexcept;
    /// To be called after each tick. @param feedback the true one
    void after_tick(const Feedback& feedback) noexcept;
    /// The feedback with the readings of the sensors as of the last tick. Valid until the next
    /// call.
    const Feedback& shown(const Feedback& feedback) const noexcept;

  private:
    void update(const Feedback& feedback) noexcept;

    std::vector<PlannedFault> planned_;
    FaultBoard board_;
    FaultSchedule schedule_;
    VehicleFaults vehicle_faults_;
    std::optional<SensorFaults> sensors_;  ///< nothing: none has faults
    std::unique_ptr<FaultyLink> cmds_, states_;
    const BoundEntries no_ports_{};
    const RouteTracker no_route_{};
    const Trajectory no_trajectory_{};
    SimTime step_;
    SimTime now_{0};
    plant::SensorReadings readings_{};
    mutable Feedback shown_{};
};

/// Creates the faults of a vehicle and connects its simulation with them.
/// @return null if it has none; else it outlives the vehicle
std::unique_ptr<PlantFaults> create_plant_faults(PlantVehicleConfig& config, SimTime step);

}  // namespace gateway::vdsim

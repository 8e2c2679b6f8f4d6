// SPDX-License-Identifier: MIT
#pragma once

#include "plant_server/plant_server.hpp"
#include "vehicle_board.hpp"

namespace gateway::data_port {

/// Parts with which a vehicle restarts. After the restart it holds the previous ones.
struct RestartParts {
    std::unique_ptr<Vehicle> vehicle;
    Filters filters;
};

/// Copies the values of a vehicle of vdsim_realtime to its board on request, and drives the vehicle
/// by the manual commands of the port. Does not lock or allocate. Makes a system call only if the
/// port's thread waits for what is published.
class PlantMonitor : public vdsim::VehicleMonitor {
  public:
    /// Allocates the board's buffers and marks it ready. All parameters must outlive the object.
    /// @param faults of the vehicle; null: it has none
    PlantMonitor(VehicleBoard& board, const vdsim::PlantServer& server, const RunControl& control,
                 const FaultBoard* faults = nullptr);

    void before_tick(vdsim::PlantVehicle& vehicle, SteadyTime now) noexcept override;
    void after_tick(const vdsim::PlantVehicle& vehicle, bool has_moved) noexcept override;

    /// From one other thread: restarts the vehicle before its next tick.
    /// Precondition: has_restarted()
    /// @param fresh must exist until has_restarted()
    void restart(RestartParts& fresh) noexcept { restart_parts_.store(&fresh); }
    bool has_restarted() const noexcept { return restart_parts_ == nullptr; }

  private:
    void drive(vdsim::PlantVehicle& vehicle, SteadyTime now) noexcept;
    void publish_if_requested(const vdsim::PlantVehicle& vehicle) noexcept;
    void publish_state(const vdsim::PlantVehicle& vehicle) noexcept;
    void fill(const vdsim::PlantVehicle& vehicle, Snapshot& to) const noexcept;

    VehicleBoard& board_;
    const vdsim::PlantServer& server_;
    const RunControl& control_;
    const FaultBoard* faults_;
    std::atomic<RestartParts*> restart_parts_{nullptr};
    std::uint64_t releases_;
    std::uint64_t cycles_ = 0;
    std::uint64_t failsafe_cycles_ = 0;
    std::uint64_t command_number_ = 0;  ///< of the last command
    bool is_command_accepted_ = true;   ///< the last one
    bool is_driven_here_ = false;
};

}  // namespace gateway::data_port

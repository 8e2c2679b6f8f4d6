// SPDX-License-Identifier: MIT
#pragma once

#include "plant_server/plant_server.hpp"
#include "vehicle_board.hpp"

namespace gateway::data_port {

/// What a vehicle begins anew with; afterwards what it had.
struct FreshVehicle {
    std::unique_ptr<Vehicle> vehicle;
    Filters filters;
};

/// Copies what there is to see of a vehicle of vdsim_realtime onto its board, but only where it was
/// asked for, and drives it as a person at the port wants. Neither locks nor allocates, and makes a
/// system call only where the port's thread waits for what is published.
class PlantLook : public vdsim::VehicleMonitor {
  public:
    /// All outlive it. @param board its buffers are made here, and it is there from now on
    PlantLook(VehicleBoard& board, const vdsim::PlantServer& server, const RunControl& control);

    void before_tick(vdsim::PlantVehicle& vehicle, SteadyTime now) noexcept override;
    void after_tick(const vdsim::PlantVehicle& vehicle, bool has_moved) noexcept override;

    /// From one other thread: the vehicle begins anew before its next tick. Precondition:
    /// has_restarted()
    /// @param fresh stays there until has_restarted()
    void restart(FreshVehicle& fresh) noexcept { fresh_.store(&fresh); }
    bool has_restarted() const noexcept { return fresh_ == nullptr; }

  private:
    void take_command(vdsim::PlantVehicle& vehicle, SteadyTime now) noexcept;
    void publish_if_wanted(const vdsim::PlantVehicle& vehicle) noexcept;
    void publish_state(const vdsim::PlantVehicle& vehicle) noexcept;
    void fill(const vdsim::PlantVehicle& vehicle, Snapshot& to) const noexcept;

    VehicleBoard& board_;
    const vdsim::PlantServer& server_;
    const RunControl& control_;
    std::atomic<FreshVehicle*> fresh_{nullptr};
    std::uint64_t releases_;
    std::uint64_t cycles_ = 0;
    std::uint64_t failsafe_cycles_ = 0;
    std::uint64_t heard_ = 0;  ///< number of the last command
    bool counts_ = true;       ///< that one
    bool is_driven_here_ = false;
};

}  // namespace gateway::data_port

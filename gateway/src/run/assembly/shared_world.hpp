// SPDX-License-Identifier: MIT
#pragma once

#include "run_config.hpp"

#include "binding/bindings.hpp"
#include "plant_fault/vehicle_faults.hpp"
#include "shared_time/shared_pacer.hpp"
#include "shared_time/shared_vehicle.hpp"
#include "shared_time/traffic.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace gateway {

/// The common objects of programs that share simulated time.
class SharedWorld {
  public:
    /// @param config, stop outlive it
    /// @param boards of each program's safety rules, or null; outlive it
    /// @throws std::invalid_argument for parameters that no vehicle can have
    SharedWorld(const RunConfig& config, const std::atomic<bool>& stop,
                const std::vector<std::unique_ptr<SafetyBoard>>& boards);

    /// The vehicle that this program and others drive, or null.
    SharedVehicle* vehicle_of(std::size_t program);
    /// A program has ended, or has not begun.
    void leave(std::size_t program);

  private:
    friend class SharedMember;

    const RunConfig& config_;
    SharedTime time_;
    SharedGrid grid_;
    Traffic traffic_;
    std::vector<std::unique_ptr<VehicleFaults>> vehicle_faults_;  ///< of each program, or null
    std::vector<std::unique_ptr<SharedVehicle>> vehicles_;
};

/// One program of a shared world, from its start to its end.
class SharedMember {
  public:
    SharedMember(SharedWorld& world, std::size_t program, Log log);
    ~SharedMember() { world_.leave(participant_.index); }
    SharedMember(const SharedMember&) = delete;
    SharedMember& operator=(const SharedMember&) = delete;

    /// Its vehicle if several programs drive it, or null.
    std::unique_ptr<Vehicle> shared_vehicle();
    /// Whether several programs drive its vehicle.
    bool shares_vehicle() { return world_.vehicle_of(participant_.index) != nullptr; }
    /// The faults of that vehicle if this program is its owner and has any, or null.
    VehicleFaults* vehicle_faults() { return world_.vehicle_faults_[participant_.index].get(); }
    /// The filters of that vehicle if this program is its owner, or null.
    const Filters* filters();
    /// Makes the vehicle visible to others, unless another program is its owner.
    std::unique_ptr<Vehicle> show(std::unique_ptr<Vehicle> vehicle);
    /// Returns a function that finds the other vehicles; to be called before begin().
    std::function<Surroundings(SimTime, const plant::State&, const RoutePlace&)> look_around();
    std::unique_ptr<Pacer> join(std::unique_ptr<Pacer> pacer);
    std::unique_ptr<Pacer> join(std::unique_ptr<RealtimePacer> pacer);
    /// To be called when the program is connected: waits until all others are too, or have left.
    /// @return false if the run was stopped meanwhile
    /// @throws ProgramError if the program cannot drive its vehicle together with the others
    bool begin(const OutputBindings& outputs);

  private:
    /// The program whose vehicle this one drives.
    std::size_t owner() const;

    SharedWorld& world_;
    Participant participant_;
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "run_config.hpp"

#include "binding/bindings.hpp"
#include "shared_time/shared_pacer.hpp"
#include "shared_time/shared_vehicle.hpp"
#include "shared_time/traffic.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace gateway {

/// What the programs of a run have in common that share simulated time.
class SharedWorld {
  public:
    /// @param config, stop outlive it
    /// @throws std::invalid_argument for parameters that make no vehicle
    /// @param boards of each program's safety rules, or null; outlive it
    SharedWorld(const RunConfig& config, const std::atomic<bool>& stop,
                const std::vector<std::unique_ptr<SafetyBoard>>& boards);

    /// The vehicle that several drive, this one among them, or null.
    SharedVehicle* vehicle_of(std::size_t program);
    /// A program ends, or does not begin.
    void leave(std::size_t program);

  private:
    friend class SharedMember;

    const RunConfig& config_;
    SharedTime time_;
    SharedGrid grid_;
    Traffic traffic_;
    std::vector<std::unique_ptr<SharedVehicle>> vehicles_;
};

/// One program of a shared world, from its start to its end.
class SharedMember {
  public:
    SharedMember(SharedWorld& world, std::size_t program, Log log);
    ~SharedMember() { world_.leave(participant_.index); }
    SharedMember(const SharedMember&) = delete;
    SharedMember& operator=(const SharedMember&) = delete;

    /// Its vehicle if several drive it, or null.
    std::unique_ptr<Vehicle> shared_vehicle();
    /// Whether several drive its vehicle.
    bool shares_vehicle() { return world_.vehicle_of(participant_.index) != nullptr; }
    /// The filters of that vehicle, if it is this program's; else null.
    const Filters* filters();
    /// The vehicle of this program as the others see it, unless it is another program's.
    std::unique_ptr<Vehicle> show(std::unique_ptr<Vehicle> vehicle);
    /// How this program's loop sees the others; to be called before begin().
    std::function<Surroundings(SimTime, const plant::State&, const RoutePlace&)> look_around();
    std::unique_ptr<Pacer> join(std::unique_ptr<Pacer> pacer);
    std::unique_ptr<Pacer> join(std::unique_ptr<RealtimePacer> pacer);
    /// The program is connected: waits until all others are too, or have left.
    /// @return false if the run was stopped meanwhile
    /// @throws ProgramError if it cannot drive its vehicle together with the others
    bool begin(const OutputBindings& outputs);

  private:
    /// Of the program whose vehicle this one drives.
    std::size_t owner() const;

    SharedWorld& world_;
    Participant participant_;
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "participant.hpp"
#include "route/vehicle_ahead.hpp"

#include <gateway/base/seams.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace gateway {

/// The vehicles of a shared world, as the programs see each other's.
///
/// A viewer gets the states of the other vehicles at the time of its cycle: these wait at that time
/// until it has read them. Without a viewer no vehicle waits.
class Traffic {
  public:
    /// @param participants number of participants of `time`
    Traffic(SharedTime& time, std::size_t participants);

    /// A vehicle that others see after enter(). @param participant its owner; outlives it
    std::unique_ptr<Vehicle> show(std::unique_ptr<Vehicle> vehicle, const Participant& participant);

    /// @name Before the first cycle of a program
    /// @{
    void add_viewer(std::size_t index);
    void enter(std::size_t index);
    /// @}

    /// Waits until the vehicles of all others but `own` have reached that time, and returns them.
    /// Vehicles whose run has ended before it are left out.
    /// @param own owner of the vehicle that this participant drives
    /// @param seen gets the vehicles; has room for all
    void look(const Participant& participant, std::size_t own, SimTime now,
              std::vector<OtherVehicle>& seen) const;

  private:
    class ShownVehicle;

    struct Car {
        bool is_there = false;
        SimTime now{0};
        OtherVehicle shown{};
    };

    void await_viewers(const Participant& participant) const;
    void move(std::size_t index, SimTime now, const plant::State& state);

    SharedTime& time_;
    // Under its lock:
    std::vector<Car> cars_;  ///< of each participant
    std::vector<std::size_t> viewers_;
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "participant.hpp"
#include "route/vehicle_ahead.hpp"

#include <gateway/base/seams.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace gateway {

/// The vehicles of a shared world as its programs see each other's.
///
/// A program that looks is shown where the others' vehicles are at the time of its turn: those wait
/// there until it has looked. If no program looks, none waits.
class Traffic {
  public:
    /// @param participants how many there are in `time`
    Traffic(SharedTime& time, std::size_t participants);

    /// A vehicle that the others can see, once it has entered. @param participant its owner;
    /// outlives it
    std::unique_ptr<Vehicle> show(std::unique_ptr<Vehicle> vehicle, const Participant& participant);

    /// @name Before the first turn of a program
    /// @{
    void add_viewer(std::size_t index);
    void enter(std::size_t index);
    /// @}

    /// The vehicles of all others but `own`'s at that time; waits until they are there. Those that
    /// have not got so far, since their run has ended, are left out.
    /// @param own whose vehicle this one drives
    /// @param seen takes them; has room for all
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

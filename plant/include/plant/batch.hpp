// SPDX-License-Identifier: MIT
#pragma once

#include <plant/vehicle_dynamics.hpp>

#include <cstddef>
#include <memory>

namespace plant {

/// Many seven-DOF vehicles of one kind, stepped together: eight at a time in vector registers.
/// Each one moves bit for bit as it would alone. Not safe for concurrent use.
class Batch {
  public:
    /// `size` vehicles at rest at the origin on flat ground. @throws std::invalid_argument.
    Batch(std::size_t size, const VehicleParams& vehicle, const TyreParams& tyre,
          const SolverParams& solver);
    ~Batch();
    Batch(Batch&&) noexcept;
    Batch& operator=(Batch&&) noexcept;

    std::size_t size() const;

    /// All of these need index < size().
    void reset(std::size_t index, const State& state, const Contacts& contacts);
    /// Holds command and ground of one vehicle. The command must be finite and within its ranges.
    void set_input(std::size_t index, const Command& command, const Contacts& contacts);
    /// The ground alone.
    void set_ground(std::size_t index, const Contacts& contacts);
    State state(std::size_t index) const;

    // Of all vehicles: size() rows with the columns of plant/plant_c.h.

    /// As set_input, with the ground that each vehicle has.
    void set_commands(const double* rows);
    void get_states(double* rows) const;

    /// Moves all on by `duration` > 0; returns how many were kept back because their state would
    /// not have been finite or they would have rolled over. Does nothing for other durations. Does
    /// not allocate.
    std::size_t step(SimDuration duration);
    /// set_commands, step and get_states, one block of vehicles after the other.
    std::size_t step(const double* commands, SimDuration duration, double* states);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace plant

// SPDX-License-Identifier: MIT
#pragma once

#include <plant/vehicle_dynamics.hpp>

#include <cstddef>
#include <memory>

namespace plant {

/// Several seven-DOF vehicles with the same parameters, stepped together: eight at a time in vector
/// registers. The results of each vehicle are bit-identical to those of a single one. Not safe for
/// concurrent use.
class Batch {
  public:
    /// `size` vehicles at rest at the origin on flat ground. @throws std::invalid_argument with
    /// "key: reason" for parameters out of range or a solver step at which the motion is unstable.
    Batch(std::size_t size, const VehicleParams& vehicle, const TyreParams& tyre,
          const SolverParams& solver);
    ~Batch();
    /// A batch that was moved from can only be destroyed or assigned to.
    Batch(Batch&&) noexcept;
    Batch& operator=(Batch&&) noexcept;

    /// Number of vehicles.
    std::size_t size() const;

    /// Sets the state of one vehicle, with a zero command. Here and below: index < size().
    void reset(std::size_t index, const State& state, const Contacts& contacts);
    /// Sets command and ground of one vehicle until the next call. The command must be finite and
    /// within its ranges.
    void set_input(std::size_t index, const Command& command, const Contacts& contacts);
    /// Sets only the ground of one vehicle.
    void set_ground(std::size_t index, const Contacts& contacts);
    /// The state of one vehicle; its height is that of its ground, and roll and pitch are zero.
    State state(std::size_t index) const;

    // Rows of all vehicles: size() rows with the columns of plant/plant_c.h.

    /// As set_input for each vehicle, without a change of its ground.
    void set_commands(const double* rows);
    /// Writes the states of all vehicles: size() * PLANT_BATCH_STATES numbers.
    void get_states(double* rows) const;

    /// Advances all vehicles by `duration` > 0; other durations have no effect. Does not allocate.
    /// @return number of vehicles that keep their state, because the new one would not be finite or
    /// the vehicle would roll over
    std::size_t step(SimDuration duration);
    /// set_commands, step and get_states for one block of vehicles after the other.
    /// @param commands,states rows as above
    std::size_t step(const double* commands, SimDuration duration, double* states);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace plant

// SPDX-License-Identifier: MIT
#pragma once

#include "snapshot.hpp"
#include "triple_buffer.hpp"

#include <ddc/types.hpp>

#include <atomic>
#include <memory>
#include <string>

namespace gateway::data_port {

/// What a person asks for over HTTP.
struct IoCommand {
    PedalCommand pedals;
    VehicleStateCommand state;
    SteadyTime asked_at{};
    std::uint64_t number = 0;  ///< of that vehicle, from 1
};

/// A scalar of the program's inputs or outputs.
struct SignalName {
    std::string name;  ///< as in a trace: "trajectory_x[2]"
    bool is_input = false;
    std::string quoted{};  ///< as JSON
};

/// An entry of the table that has a name.
struct EntryName {
    ddc::Id id = 0;
    std::string name;
    bool is_programs = false;  ///< it writes it, and not the gateway
};

/// What the loop of one vehicle and the port's thread tell each other.
struct VehicleBoard {
    /// @name Written by the loop's thread before `is_there`, and not changed any more
    /// @{
    std::vector<SignalName> signals;
    std::vector<EntryName> entries;
    /// @}
    /// The loop has all its parts; false without one that ever had.
    std::atomic<bool> is_there{false};
    std::atomic<bool> has_ended{false};

    /// Set by the port's thread, cleared by the loop's, which publishes then.
    std::atomic<bool> wants_state{true};
    std::atomic<bool> wants_durations{false};
    std::unique_ptr<TripleBuffer<Publication>> states;
    std::unique_ptr<TripleBuffer<Durations>> durations;

    /// The other way round.
    TripleBuffer<IoCommand> command;
    /// The person at the port has the vehicle.
    std::atomic<bool> is_driven_here{false};
};

}  // namespace gateway::data_port

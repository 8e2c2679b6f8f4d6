// SPDX-License-Identifier: MIT
#pragma once

#include "bell.hpp"
#include "snapshot.hpp"
#include "triple_buffer.hpp"

#include <ddc/table.hpp>
#include <ddc/types.hpp>

#include <atomic>
#include <memory>
#include <optional>
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

/// Where a vehicle and its VDS1 peer meet.
struct Vds1Link {
    bool is_attached = false;  ///< the vehicle lives at the peer; else it is simulated here
    std::string host;          ///< of the CMDs' port
    std::uint16_t cmd_port = 0;
    std::optional<std::uint16_t> state_port;  ///< nothing: STATEs answer CMDs
};

/// What the loop of one vehicle and the port's thread tell each other.
struct VehicleBoard {
    /// @name Written by the loop's thread before `is_there`, and not changed any more
    /// @{
    std::vector<SignalName> signals;
    std::vector<EntryName> entries;
    const ddc::Table* table = nullptr;  ///< where those are; of a run alone
    std::optional<Vds1Link> vds1;
    /// @}
    /// The loop has all its parts; false without one that ever had.
    std::atomic<bool> is_there{false};
    std::atomic<bool> has_ended{false};

    /// Set by the port's thread, cleared by the loop's: of a state before it publishes, of
    /// durations when they are there.
    std::atomic<bool> wants_state{true};
    std::atomic<bool> wants_durations{false};
    /// Rung by the loop's thread after it has published, and in a pause. Null: no thread waits.
    Bell* bell = nullptr;
    std::unique_ptr<TripleBuffer<Publication>> states;
    std::unique_ptr<TripleBuffer<Durations>> durations;

    void ring() const noexcept {
        if (bell != nullptr) bell->ring();
    }

    /// The other way round.
    TripleBuffer<IoCommand> command;
    /// The person at the port has the vehicle.
    std::atomic<bool> is_driven_here{false};
};

}  // namespace gateway::data_port

// SPDX-License-Identifier: MIT
#pragma once

#include "bell.hpp"
#include "triple_buffer.hpp"

#include <gateway/base/histogram.hpp>
#include <gateway/base/seams.hpp>
#include <gateway/protocol/vds1/packets.hpp>
#include "safety/filter_count.hpp"

#include <ddc/table.hpp>
#include <ddc/types.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace gateway::data_port {

/// VDS1 packets of one direction between a vehicle and its peers so far, by what became of them.
struct PacketCounts {
    static constexpr std::size_t most = 12;
    struct Count {
        const char* name = "";
        std::uint64_t value = 0;
    };
    std::array<Count, most> counts;
    std::size_t size = 0;  ///< 0: there is no such peer
    /// Of the last one that counted; nothing: there was none, or it is not known.
    std::optional<std::chrono::nanoseconds> age;

    void add(const char* name, std::uint64_t value) noexcept { counts[size++] = {name, value}; }
};

/// One vehicle, what drives it, and the command that goes to it, after one turn of its loop. A loop
/// hands it over by copying it.
struct Snapshot {
    static constexpr std::size_t most_filters = 4;

    SteadyTime published_at{};
    std::uint64_t cycles = 0;  ///< taken so far
    std::uint64_t failsafe_cycles = 0;
    SimTime now{0};
    vds1::State state;
    VehicleStateReport report;
    Command command;
    bool is_failsafe = false;
    bool is_fresh = false;  ///< the vehicle is there
    /// Where the loop answers a person's commands: the number of the last one, and whether it
    /// counts.
    std::uint64_t heard = 0;
    bool counts = true;
    double route_distance_m = 0;
    ControllerStatus controller;
    std::chrono::nanoseconds lateness{0};  ///< of a realtime turn
    std::array<FilterCount, most_filters> filters;
    std::size_t filter_count = 0;
    PacketCounts cmds, states;
};
static_assert(std::is_trivially_copyable_v<Snapshot>);

/// A snapshot and the values of the program's inputs and outputs, as many as it has.
struct Publication {
    Snapshot snapshot;
    std::vector<double> signals;
};

/// Durations of all turns so far.
struct Durations {
    std::uint64_t cycles = 0;
    Histogram execution_time;
    Histogram latency;
    Histogram lateness;
};

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

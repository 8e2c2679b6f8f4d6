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

/// Counts of the VDS1 packets in one direction between a vehicle and its peers, by outcome.
struct PacketCounts {
    static constexpr std::size_t most = 12;
    struct Count {
        const char* name = "";
        std::uint64_t value = 0;
    };
    std::array<Count, most> counts;
    std::size_t size = 0;  ///< 0: there is no such peer
    /// Age of the last accepted packet; nothing if there was none, or if it is unknown.
    std::optional<std::chrono::nanoseconds> age;

    void add(const char* name, std::uint64_t value) noexcept { counts[size++] = {name, value}; }
};

/// A vehicle, its controller and its command after one cycle of its loop. A loop publishes it as a
/// copy.
struct Snapshot {
    static constexpr std::size_t most_filters = 4;

    SteadyTime published_at{};
    std::uint64_t cycles = 0;  ///< since the start
    std::uint64_t failsafe_cycles = 0;
    SimTime now{0};
    vds1::State state;
    VehicleStateReport report;
    Command command;
    bool is_failsafe = false;
    bool is_fresh = false;  ///< the vehicle is connected
    /// Number of the last manual command that the loop has read, and whether the loop accepted it.
    /// Used by loops that reply to manual commands.
    std::uint64_t command_number = 0;
    bool is_command_accepted = true;
    double route_distance_m = 0;
    ControllerStatus controller;
    std::chrono::nanoseconds lateness{0};  ///< of a cycle in realtime mode
    std::array<FilterCount, most_filters> filters;
    std::size_t filter_count = 0;
    PacketCounts cmds, states;
};
static_assert(std::is_trivially_copyable_v<Snapshot>);

/// A snapshot, the values of the program's inputs and outputs, and which faults are active.
struct Publication {
    Snapshot snapshot;
    std::vector<double> signals;
    std::vector<bool> faults;
};

/// Durations of all cycles since the start.
struct Durations {
    std::uint64_t cycles = 0;
    Histogram execution_time;
    Histogram latency;
    Histogram lateness;
};

/// A manual command that arrived over HTTP.
struct IoCommand {
    PedalCommand pedals;
    VehicleStateCommand state;
    SwitchedOff off{};
    SteadyTime asked_at{};
    std::uint64_t number = 0;  ///< counts the commands for that vehicle, from 1
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
    bool is_programs = false;  ///< written by the program, not by the gateway
};

/// A fault of the configuration.
struct FaultName {
    std::string name, kind, target;
};

/// The VDS1 endpoints of a vehicle and its peer.
struct Vds1Endpoints {
    bool is_attached = false;  ///< the peer has the vehicle; else it is simulated here
    std::string host;          ///< of the CMDs' port
    std::uint16_t cmd_port = 0;
    std::optional<std::uint16_t> state_port;  ///< nothing: STATEs are sent in reply to CMDs
};

/// Data that the loop of one vehicle and the port's thread exchange.
struct VehicleBoard {
    /// @name Written by the loop's thread before `is_ready`, and constant afterwards
    /// @{
    std::vector<SignalName> signals;
    std::vector<EntryName> entries;
    std::vector<FaultName> faults;
    const ddc::Table* table = nullptr;  ///< it has the entries; null in vdsim_realtime
    std::optional<Vds1Endpoints> vds1;
    /// @}
    /// Set when the loop has all its parts. Stays false if the loop could not be built.
    std::atomic<bool> is_ready{false};
    std::atomic<bool> has_ended{false};

    /// Requests. The port's thread sets them. The loop's thread clears the first before it
    /// publishes a state, and the second after it has published the durations.
    std::atomic<bool> state_requested{true};
    std::atomic<bool> durations_requested{false};
    /// Rung by the loop's thread after it has published, and in a pause. Null: no thread waits.
    Bell* bell = nullptr;
    std::unique_ptr<TripleBuffer<Publication>> states;
    std::unique_ptr<TripleBuffer<Durations>> durations;

    void ring() const noexcept {
        if (bell != nullptr) bell->ring();
    }

    /// Written by the port's thread.
    TripleBuffer<IoCommand> command;
    /// Manual control over the port drives the vehicle.
    std::atomic<bool> is_driven_here{false};
};

}  // namespace gateway::data_port

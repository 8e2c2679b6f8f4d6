// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/histogram.hpp>
#include <gateway/base/seams.hpp>
#include <gateway/protocol/vds1/packets.hpp>
#include "safety/filter_count.hpp"

#include <array>
#include <cstddef>
#include <optional>
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
    std::uint64_t turns = 0;  ///< taken so far
    std::uint64_t failsafe_turns = 0;
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
    std::uint64_t turns = 0;
    Histogram execution_time;
    Histogram latency;
    Histogram lateness;
};

}  // namespace gateway::data_port

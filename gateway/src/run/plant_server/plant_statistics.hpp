// SPDX-License-Identifier: MIT
#pragma once

#include "plant_server.hpp"

#include "geodesy/geodetic.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gateway::vdsim {

/// Values of a server for a live line, read without blocking.
struct PlantNumbers {
    SteadyTime taken_at;
    std::uint64_t ticks = 0;
    std::uint64_t skipped = 0;
    std::optional<double> lateness_p99_us{};  ///< nothing before the first tick
    std::uint64_t accepted = 0;
    std::uint64_t dropped = 0;  ///< CMDs that reached no vehicle
    std::size_t vehicles = 0;
    std::size_t failsafe = 0;  ///< vehicles without a command now
    std::uint64_t roll_overs = 0;
    std::uint32_t rolled_over_id = 0;  ///< that of the last one
    SimTime rolled_over_at{0};
    /// Errors of vehicles that have failed: "vehicle 7: reason".
    std::vector<std::string> failures{};
    bool is_paused = false;
};

PlantNumbers gather(const PlantServer& server, SteadyTime now);

/// "vehicle 7 rolled over at 1.25 s", and its consequence
std::string roll_over_text(const PlantNumbers& now);

/// "200.0 ticks/s, late p99 21 us, 0 skipped, CMD 100.0/s, 0 dropped, following"; "-" for missing
/// values.
std::string live_text(const PlantNumbers& now, const PlantNumbers& before);

/// All counters, for the end; docs/reference/vdsim_realtime.md lists the keys. With an origin also
/// the final position of each vehicle on the Earth.
nlohmann::ordered_json statistics_of(const PlantServer& server,
                                     const std::optional<WorldOrigin>& origin);

}  // namespace gateway::vdsim

// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gateway::foxglove {

/// A vehicle, as viewers know it.
struct VehicleNames {
    std::string prefix;  ///< of its topics: empty, or `/NAME`
    std::string frame;   ///< `cog` or `NAME/cog`
};

/// A layout for Foxglove and Lichtblick, in JSON: all vehicles in one 3D panel, their plots, the
/// parameters, the diagnostics and the log. With several vehicles, each has a tab with its plots.
/// @param topics that exist; a curve or map without its topic is left out
/// @param vehicles the 3D panel and the map follow the first
std::string layout_of(const std::vector<std::string>& topics,
                      const std::vector<VehicleNames>& vehicles);

}  // namespace gateway::foxglove

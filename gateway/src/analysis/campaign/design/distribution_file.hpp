// SPDX-License-Identifier: MIT
#pragma once

#include "design.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace gateway::campaign {

/// Parameters whose values change together: each has as many as the others. Mostly it is one alone.
using ParameterSet = std::vector<Parameter>;

/// What a parameter value distribution file of ASAM OpenSCENARIO XML asks for.
struct DistributionFile {
    std::vector<ParameterSet> sets;
    bool is_stochastic = false;
    std::optional<std::uint64_t> runs, seed;  ///< of stochastic ones alone
};

/// Reads a parameter value distribution file (ASAM OpenSCENARIO XML 1.1 to 1.3). The names of its
/// parameters are paths of a run's configuration; the scenario that it refers to is passed over. An
/// expected value and a variance of a log-normal distribution are those of the logarithm, as
/// scenario_simulator_v2 takes them.
/// @throws plant::FileError with the line
DistributionFile load_distributions(const std::filesystem::path& file);

/// Every combination of the values of some sets as rows of a table, the last set changing fastest.
/// @throws std::invalid_argument for a distribution of numbers, or more than a million rows
std::vector<Parameter> combinations_of(const std::vector<ParameterSet>& sets);

}  // namespace gateway::campaign

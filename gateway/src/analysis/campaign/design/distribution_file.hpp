// SPDX-License-Identifier: MIT
#pragma once

#include "design.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace gateway::campaign {

/// Parameters whose values change together, so all have the same number of values; often only one.
using ParameterSet = std::vector<Parameter>;

/// The content of a parameter value distribution file of ASAM OpenSCENARIO XML.
struct DistributionFile {
    std::vector<ParameterSet> sets;
    bool is_stochastic = false;
    std::optional<std::uint64_t> runs, seed;  ///< only for stochastic distributions
};

/// Reads a parameter value distribution file (ASAM OpenSCENARIO XML 1.1 to 1.3). The names of its
/// parameters are paths of a run's configuration; the scenario that it refers to is ignored. The
/// expected value and the variance of a log-normal distribution are those of the logarithm, as in
/// scenario_simulator_v2.
/// @throws plant::FileError with the line
DistributionFile load_distributions(const std::filesystem::path& file);

/// All combinations of the values of the sets as rows of a table; the last set changes fastest.
/// @throws std::invalid_argument for a distribution of numbers, or more than a million rows
std::vector<Parameter> combinations_of(const std::vector<ParameterSet>& sets);

}  // namespace gateway::campaign

// SPDX-License-Identifier: MIT
#pragma once

#include "findings.hpp"
#include "plot.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gateway::campaign {

/// How a requirement was met over one parameter.
struct ParameterPlot {
    std::string path;
    ScatterPlot scatter;
    std::optional<double> share;  ///< of the variance of robustness that the parameter explains
};

/// What is drawn of a requirement.
struct RequirementPlots {
    HistogramPlot histogram;  ///< of robustness
    /// Of the parameters of numbers, and of a few values; at most 24, those that explain most.
    std::vector<ParameterPlot> scatters;
    /// The two parameters that explain most, against each other; if there are two of numbers.
    std::optional<ScatterPlot> map;
    std::uint64_t drawn = 0;   ///< runs in each of them
    std::uint64_t beyond = 0;  ///< of these, drawn at an edge, since they are far off
};

RequirementPlots plots_of(const RequirementFindings& requirement, const Plan& plan);

}  // namespace gateway::campaign

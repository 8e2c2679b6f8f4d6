// SPDX-License-Identifier: MIT
#pragma once

#include "findings.hpp"
#include "plot.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gateway::campaign {

/// The robustness of a requirement over one parameter.
struct ParameterPlot {
    std::string path;
    ScatterPlot scatter;
    std::optional<double> share;  ///< of the variance of robustness that the parameter explains
};

/// The plots of a requirement.
struct RequirementPlots {
    HistogramPlot histogram;  ///< of robustness
    /// For parameters with numbers or few values: at most 24, those that explain most.
    std::vector<ParameterPlot> scatters;
    /// The two numeric parameters that explain most, if there are two.
    std::optional<ScatterPlot> map;
    std::uint64_t drawn = 0;   ///< number of runs in each of them
    std::uint64_t beyond = 0;  ///< of these, number drawn at an edge, since they are outliers
};

RequirementPlots plots_of(const RequirementFindings& requirement, const Plan& plan);

}  // namespace gateway::campaign

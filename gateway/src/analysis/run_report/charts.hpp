// SPDX-License-Identifier: MIT
#pragma once

#include "plot/requirement_strips.hpp"
#include "plot/trace_curves.hpp"

#include <string>

namespace gateway::run_report {

/// Figures of the path over the route, and of each quantity over time, as HTML with SVG.
std::string trace_charts(const TraceCurves& traces);

/// Figures of the values of requirements over time, with limits and the decisive time, for at most
/// twelve requirements, six for each.
std::string requirement_charts(const TraceStrips& strips);

}  // namespace gateway::run_report

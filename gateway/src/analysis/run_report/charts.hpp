// SPDX-License-Identifier: MIT
#pragma once

#include "plot/requirement_strips.hpp"
#include "plot/trace_curves.hpp"

#include <string>

namespace gateway::run_report {

/// Figures of the path over the route, and of each quantity over time; HTML with SVG.
std::string trace_charts(const TraceCurves& traces);

/// Figures of what each requirement compares over time, its limits and the moment that decided; of
/// at most twelve requirements, and six of each.
std::string requirement_charts(const TraceStrips& strips);

}  // namespace gateway::run_report

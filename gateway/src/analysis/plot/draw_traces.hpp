// SPDX-License-Identifier: MIT
#pragma once

#include "trace_curves.hpp"

#include <filesystem>

namespace gateway {

/// Draws the path of each trace over the route on the left, and the quantities over time on the
/// right. The extension of the picture selects PNG, SVG or PDF. Needs gnuplot.
/// @throws std::runtime_error if gnuplot is missing or fails
void draw_traces(const TraceCurves& traces, const std::filesystem::path& picture);

}  // namespace gateway

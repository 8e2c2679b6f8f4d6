// SPDX-License-Identifier: MIT
#pragma once

#include "comparison.hpp"

#include <filesystem>

namespace gateway {

/// Draws the columns of two traces that differ most, at most three and those beyond their tolerance
/// first: both curves, and their difference beside them. Needs gnuplot.
/// @return false if no numbers differ, and nothing is drawn
/// @throws std::runtime_error if gnuplot is missing or fails
bool draw_comparison(const std::string& a, const std::string& b, const Comparison& found,
                     const Tolerances& tolerances, const std::filesystem::path& png);

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "compare_over.hpp"
#include "comparison.hpp"

#include <filesystem>
#include <string>
#include <utility>

namespace gateway {

/// Draws the columns of two traces that differ most, at most three and those beyond their tolerance
/// first: both curves, and their difference beside them, with the tolerance and the place where it
/// is first exceeded. As PNG, SVG or PDF by the picture's ending. Needs gnuplot.
/// @param a, b the files @param titles what the picture calls them
/// @return false if no numbers differ, and nothing is drawn
/// @throws std::runtime_error if gnuplot is missing or fails
bool draw_comparison(const std::string& a, const std::string& b, const Comparison& found,
                     const Tolerances& tolerances, const std::filesystem::path& picture,
                     const std::pair<std::string, std::string>& titles);

/// Draws each column of both traces over the one that is asked for, with the height of its band
/// around the first. Needs gnuplot.
/// @throws std::runtime_error if gnuplot is missing or fails
void draw_bands(const std::string& a, const std::string& b, const BandQuestion& question,
                const std::filesystem::path& picture);

}  // namespace gateway

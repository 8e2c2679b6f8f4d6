// SPDX-License-Identifier: MIT
#pragma once

#include "compare_over.hpp"
#include "comparison.hpp"

#include <filesystem>
#include <string>
#include <utility>

namespace gateway {

/// Draws the columns of two traces that differ most, at most three, those beyond their tolerance
/// first: both curves, and their difference with the tolerance and the position where it is first
/// exceeded. The extension of the picture selects PNG, SVG or PDF. Needs gnuplot.
/// @param a, b the files @param titles their names in the picture
/// @return false if no numbers differ, and nothing is drawn
/// @throws std::runtime_error if gnuplot is missing or fails
bool draw_comparison(const std::string& a, const std::string& b, const Comparison& found,
                     const Tolerances& tolerances, const std::filesystem::path& picture,
                     const std::pair<std::string, std::string>& titles);

/// Draws each compared column of both traces over `question.over`, with its band around the first
/// trace. Needs gnuplot.
/// @throws std::runtime_error if gnuplot is missing or fails
void draw_bands(const std::string& a, const std::string& b, const BandQuestion& question,
                const std::filesystem::path& picture);

}  // namespace gateway

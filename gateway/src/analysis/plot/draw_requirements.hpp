// SPDX-License-Identifier: MIT
#pragma once

#include "requirement/requirement.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// Draws the values of requirements over the time of a trace, with limits, verdicts, the decisive
/// time, and a band while a fault was active; failed requirements first, at most twelve. The
/// extension of the picture selects PNG, SVG or PDF. Needs gnuplot.
/// @param outcomes one for each requirement
/// @throws plant::FileError, std::invalid_argument for a file that is not a trace,
/// std::runtime_error if gnuplot is missing or fails
void draw_requirements(const std::filesystem::path& trace,
                       const std::vector<requirement::Requirement>& requirements,
                       const std::vector<requirement::Outcome>& outcomes,
                       const std::filesystem::path& picture);

/// The picture of one of several programs: "plot.left.png".
std::filesystem::path picture_of_program(const std::filesystem::path& file,
                                         const std::string& program);

}  // namespace gateway

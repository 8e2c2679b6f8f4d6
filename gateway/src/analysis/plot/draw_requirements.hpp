// SPDX-License-Identifier: MIT
#pragma once

#include "requirement/requirement.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// Draws what requirements compare over the time of a trace, with limits, verdicts, and the moment
/// that decided; those that failed first, at most twelve. As PNG, SVG or PDF by the file's ending.
/// Needs gnuplot.
/// @param outcomes one for each requirement
/// @throws plant::FileError, std::invalid_argument for a file that is no trace,
/// std::runtime_error if gnuplot is missing or fails
void draw_requirements(const std::filesystem::path& trace,
                       const std::vector<requirement::Requirement>& requirements,
                       const std::vector<requirement::Outcome>& outcomes,
                       const std::filesystem::path& picture);

/// That of one of several programs: "plot.left.png".
std::filesystem::path picture_of_program(const std::filesystem::path& file,
                                         const std::string& program);

}  // namespace gateway

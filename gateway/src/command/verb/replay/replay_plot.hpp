// SPDX-License-Identifier: MIT
#pragma once

#include <plant/scenario.hpp>

#include <filesystem>
#include <string>

namespace gateway {

/// Draws the CSV file of a replay: path with the lanes of the course, speed, steering and yaw rate,
/// accelerations. The extension of `picture` selects PNG, SVG or PDF. Needs gnuplot.
/// @throws std::runtime_error if gnuplot is missing or fails
void draw_replay(const plant::Scenario& scenario, const std::filesystem::path& csv,
                 const std::filesystem::path& picture);

/// The same for the CSV file that plant::replay_actuation writes.
void draw_actuation_replay(const std::string& title, const std::filesystem::path& csv,
                           const std::filesystem::path& picture);

}  // namespace gateway

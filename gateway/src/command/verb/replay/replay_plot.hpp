// SPDX-License-Identifier: MIT
#pragma once

#include <plant/scenario.hpp>

#include <filesystem>
#include <string>

namespace gateway {

/// Draws a replay's CSV as PNG, SVG or PDF by the picture's ending: path with the course's lanes,
/// speed, steering and yaw rate, accelerations. Needs gnuplot. @throws std::runtime_error if it is
/// missing or fails
void draw_replay(const plant::Scenario& scenario, const std::filesystem::path& csv,
                 const std::filesystem::path& picture);

/// The same for what plant::replay_actuation writes.
void draw_actuation_replay(const std::string& title, const std::filesystem::path& csv,
                           const std::filesystem::path& picture);

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace plant {

/// Road classes of ISO 8608 from very good (a) to very bad (h).
enum class RoadClass { none, a, b, c, d, e, f, g, h };

/// Another friction to the right of a line along the heading.
struct SplitFriction {
    bool enabled = false;
    double friction_right = 0.3;
    double boundary_m = 0.0;    ///< to the left of the origin
    double transition_m = 0.2;  ///< width over which the friction changes
};

/// A rectangle of its own friction, its sides along and across the heading.
struct FrictionPatch {
    double start_m = 0.0;  ///< along the heading
    double end_m = 10.0;
    double right_m = -2.0;  ///< across, positive to the left
    double left_m = 2.0;
    double friction = 0.3;
    double transition_m = 0.5;  ///< outside the rectangle
};

struct Roughness {
    RoadClass road_class = RoadClass::none;
    std::uint64_t seed = 1;
};

/// A plane with slopes, frictions and roughness, all of them at once if wanted. Along and across
/// are measured from the world's origin in the direction of the heading.
struct GroundParams {
    double height_m = 0.0;  ///< at the origin
    double heading_rad = 0.0;
    double grade = 0.0;  ///< rise / run along the heading
    double bank = 0.0;   ///< rise / run to the left
    double friction = 1.0;
    SplitFriction split;
    std::vector<FrictionPatch> patches;  ///< later ones lie on top
    Roughness roughness;
};

/// @throws FileError.
GroundParams load_ground(const std::filesystem::path& file);

/// @throws std::invalid_argument with "key: reason".
void validate(const GroundParams& params);

/// Roughness adds to the height only: the normal is that of the smooth road.
/// @throws std::invalid_argument.
std::unique_ptr<Ground> create_ground(const GroundParams& params);

}  // namespace plant

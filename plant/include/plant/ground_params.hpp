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

/// A second friction coefficient to the right of a line along the heading.
struct SplitFriction {
    bool enabled = false;         ///< false: no effect
    double friction_right = 0.3;  ///< friction coefficient to the right of the line
    double boundary_m = 0.0;  ///< lateral position of the line, positive to the left of the origin
    double transition_m = 0.2;  ///< width of the transition between the two
};

/// A rectangle with a separate friction, with sides along and across the heading.
struct FrictionPatch {
    double start_m = 0.0;       ///< along the heading
    double end_m = 10.0;        ///< along the heading
    double right_m = -2.0;      ///< across, positive to the left
    double left_m = 2.0;        ///< across
    double friction = 0.3;      ///< in the rectangle
    double transition_m = 0.5;  ///< width of the transition outside the rectangle
};

/// A random road profile.
struct Roughness {
    RoadClass road_class = RoadClass::none;  ///< none: a smooth road
    std::uint64_t seed = 1;                  ///< the same seed gives the same profile
};

/// A plane with slopes, friction patches and roughness, in any combination. Along and across are
/// measured from the origin of the world frame in the direction of the heading.
struct GroundParams {
    double height_m = 0.0;     ///< at the origin
    double heading_rad = 0.0;  ///< from east, counter-clockwise
    double grade = 0.0;        ///< rise / run along the heading
    double bank = 0.0;         ///< rise / run to the left
    double friction = 1.0;     ///< factor on the friction of the tyre, outside split and patches
    SplitFriction split;       ///< a second friction to the right
    std::vector<FrictionPatch> patches;  ///< where they overlap, the last one applies
    Roughness roughness;                 ///< random height
};

/// Reads a file. @throws FileError.
GroundParams load_ground(const std::filesystem::path& file);

/// @throws std::invalid_argument with "key: reason" when a value is out of range.
void validate(const GroundParams& params);

/// Creates a ground. Roughness changes only the height: the normal is that of the smooth road.
/// @throws std::invalid_argument as validate().
std::unique_ptr<Ground> create_ground(const GroundParams& params);

}  // namespace plant

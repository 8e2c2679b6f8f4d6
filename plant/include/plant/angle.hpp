// SPDX-License-Identifier: MIT
#pragma once

namespace plant {

/// Half the circumference of the unit circle.
constexpr double pi = 3.14159265358979323846;
/// @name Factors between degrees and radians
/// Each is correctly rounded. Dividing by the other one would differ in the last bit.
/// @{
constexpr double deg_per_rad = 180 / pi;
constexpr double rad_per_deg = pi / 180;
/// @}

}  // namespace plant

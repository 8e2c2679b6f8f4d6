// SPDX-License-Identifier: MIT
#pragma once

namespace plant {

constexpr double pi = 3.14159265358979323846;
/// Factors, each correctly rounded. Dividing by the other one would differ in the last bit.
constexpr double deg_per_rad = 180 / pi;
constexpr double rad_per_deg = pi / 180;

}  // namespace plant

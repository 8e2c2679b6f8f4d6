// SPDX-License-Identifier: MIT
#pragma once

namespace gateway {

/// Settings of the driver model.
struct DriverConfig {
    double speed_mps = 13.89;  ///< fastest; a manoeuvre has its own speed
    /// @name Limits of comfort
    /// @{
    double acceleration_mps2 = 1.5;
    double deceleration_mps2 = 2;
    double lateral_mps2 = 2.5;  ///< lateral acceleration in bends
    double jerk_mps3 = 1.5;     ///< of acceleration and braking
    /// @}
    double friction_use = 0.8;  ///< at most this share of the friction of tyres and road
    double preview_s = 0.6;     ///< how far ahead it steers for
};

}  // namespace gateway

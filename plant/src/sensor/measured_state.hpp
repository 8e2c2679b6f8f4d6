// SPDX-License-Identifier: MIT
#pragma once

#include <plant/output.hpp>
#include <plant/sensor_params.hpp>

namespace plant {

/// The state as measured by the configured sensors; other values are the truth. Velocity of GNSS
/// and angular velocity of the gyro are rotated to the axes of State with the measured angles and
/// the normal of the road below the vehicle.
State measured_state(const Output& output, const SensorParams& sensors);

}  // namespace plant

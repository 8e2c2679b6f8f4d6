// SPDX-License-Identifier: MIT
#pragma once

#include <plant/output.hpp>
#include <plant/sensor_params.hpp>

namespace plant {

/// The state that the configured sensors measure. What no configured sensor measures is the truth.
/// Velocity of GNSS and angular velocity of the gyro are turned into the axes of State by the
/// measured angles and the normal of the road below the vehicle.
State measured_state(const Output& output, const SensorParams& sensors);

}  // namespace plant

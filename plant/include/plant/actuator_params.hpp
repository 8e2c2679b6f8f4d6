// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace plant {

/// An actuator between command and vehicle. Effects, in this order: dead zone, dead time, lag, rate
/// limit, saturation. The unit is rad for steering and 1 for pedals. Zero disables an effect.
struct ActuatorChannel {
    double dead_zone = 0.0;    ///< smaller commands have no effect; the remaining range is rescaled
    double dead_time_s = 0.0;  ///< from command to effect
    double lag_s = 0.0;        ///< time constant of the first-order lag
    double rate_limit_per_s = 0.0;  ///< largest change in either direction
    double min = 0.0;               ///< saturation, lower limit
    double max = 1.0;               ///< saturation, upper limit
};

/// The actuators of a vehicle. The defaults equal plant/data/actuator/ideal.yaml: commands pass
/// unchanged.
struct ActuatorParams {
    /// Mean angle of the front road wheels, rad.
    ActuatorChannel steer{0.0, 0.0, 0.0, 0.0, -1.2, 1.2};
    /// Above this speed the saturation of the steering decreases with the square of the speed,
    /// which keeps the lateral acceleration of a steady turn without slip, v^2 angle / wheelbase,
    /// constant. 0: no effect.
    double steer_full_range_to_mps = 0.0;
    ActuatorChannel throttle;  ///< pedal, 0..1
    ActuatorChannel brake;     ///< pedal, 0..1
};

/// Reads a file. @throws FileError.
ActuatorParams load_actuator(const std::filesystem::path& file);

/// @throws std::invalid_argument with "key: reason" when a value is out of range.
void validate(const ActuatorParams& params);

}  // namespace plant

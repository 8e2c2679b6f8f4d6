// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace plant {

/// What stands between a command and the vehicle, in this order: dead zone, dead time, lag, rate
/// limit, saturation. The unit is rad for steering and 1 for pedals. Zero switches an effect off.
struct ActuatorChannel {
    double dead_zone = 0.0;  ///< commands smaller than this do nothing; the rest is stretched
    double dead_time_s = 0.0;
    double lag_s = 0.0;  ///< time constant of the first-order lag
    double rate_limit_per_s = 0.0;
    double min = 0.0;  ///< saturation
    double max = 1.0;
};

/// The defaults equal plant/data/actuator/ideal.yaml: everything passes unchanged.
struct ActuatorParams {
    ActuatorChannel steer{0.0, 0.0, 0.0, 0.0, -1.2, 1.2};
    /// Above this speed the saturation of the steering falls with the square of the speed, so that
    /// its lateral acceleration in a steady turn without slip, v^2 angle / wheelbase, stays the
    /// same.
    double steer_full_range_to_mps = 0.0;
    ActuatorChannel throttle;
    ActuatorChannel brake;
};

/// @throws FileError.
ActuatorParams load_actuator(const std::filesystem::path& file);

/// @throws std::invalid_argument with "key: reason".
void validate(const ActuatorParams& params);

}  // namespace plant

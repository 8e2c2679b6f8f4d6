// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>

namespace plant {

/// Errors of one group of sensors, the same for each of its values, in the group's own unit.
/// reading(t) = truth(t - delay, held since the last sample) + bias + walk + noise.
struct SensorGroup {
    double rate_hz = 0.0;  ///< samples a second; 0 samples at every tick
    double delay_s = 0.0;  ///< from sampling to reading
    double noise = 0.0;    ///< standard deviation of each sample
    double bias = 0.0;
    double random_walk = 0.0;  ///< standard deviation of the walk after one second
};

/// The defaults equal plant/data/sensor/ideal.yaml: readings are the truth.
struct SensorParams {
    std::uint64_t seed = 1;
    SensorGroup imu_accel;      ///< m/s2; not configured if all its numbers are 0
    SensorGroup imu_gyro;       ///< rad/s
    SensorGroup wheel_speed;    ///< rad/s
    SensorGroup steer;          ///< rad
    SensorGroup gnss_position;  ///< m; roll, pitch and yaw are sampled with it, without errors
    SensorGroup gnss_velocity;  ///< m/s
};

/// Throws FileError.
SensorParams load_sensors(const std::filesystem::path& file);

/// Throws std::invalid_argument with "key: reason".
void validate(const SensorParams& params);

}  // namespace plant

// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor_table.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace plant {

/// Rate, delay and errors of one sensor, the same for each of its values, in the sensor's own unit.
/// reading(t) = truth(t - delay, held since the last sample) + bias + walk + noise.
struct SensorGroup {
    double rate_hz = 0.0;  ///< samples a second; 0 samples at every tick
    double delay_s = 0.0;  ///< from sampling to reading
    double noise = 0.0;    ///< standard deviation of each sample
    double bias = 0.0;
    double random_walk = 0.0;  ///< standard deviation of the walk after one second
};

/// False if all its numbers are 0: what it shows is the truth.
bool is_configured(const SensorGroup& group);

/// The defaults equal plant/data/sensor/ideal.yaml: readings are the truth.
struct SensorParams {
    std::uint64_t seed = 1;
    PerSensor<SensorGroup> groups;
};

/// A group that the file leaves out is not configured. @throws FileError.
SensorParams load_sensors(const std::filesystem::path& file);

/// @throws std::invalid_argument with "key: reason".
void validate(const SensorParams& params);

/// One value of a sensor as a column of a table.
struct ReadingColumn {
    std::string name;  ///< such as `measured_gnss_position_x_m`
    std::size_t sensor;
    std::size_t value;

    double of(const SensorReadings& readings) const { return readings.items[sensor][value]; }
};

/// A column for each value of each sensor that is configured.
std::vector<ReadingColumn> reading_columns(const SensorParams& params);

}  // namespace plant

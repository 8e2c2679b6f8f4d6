// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor_table.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace plant {

/// Rate, delay and errors of one sensor, the same for each of its values, in the unit of the
/// sensor. reading(t) = truth at the last sample before t - delay + bias + walk + noise.
struct SensorGroup {
    double rate_hz = 0.0;      ///< samples per second; 0: one sample per tick
    double delay_s = 0.0;      ///< from sampling to reading
    double noise = 0.0;        ///< standard deviation of each sample
    double bias = 0.0;         ///< constant error
    double random_walk = 0.0;  ///< standard deviation of the random walk after one second
};

/// Whether a number is not 0. A sensor that is not configured reads the truth.
bool is_configured(const SensorGroup& group);

/// The sensors of a vehicle. The defaults equal plant/data/sensor/ideal.yaml: readings are the
/// truth.
struct SensorParams {
    std::uint64_t seed = 1;         ///< the same seed gives the same errors
    PerSensor<SensorGroup> groups;  ///< rate, delay and errors
};

/// Reads a file; a sensor without a key is not configured. @throws FileError.
SensorParams load_sensors(const std::filesystem::path& file);

/// @throws std::invalid_argument with "key: reason" when a value is out of range.
void validate(const SensorParams& params);

/// One value of a sensor as a column of a table.
struct ReadingColumn {
    std::string name;    ///< such as `measured_gnss_position_x_m`
    std::size_t sensor;  ///< index in sensor_table
    std::size_t value;   ///< index in the Reading

    /// The value in the readings of an output.
    double of(const SensorReadings& readings) const { return readings.items[sensor][value]; }
};

/// The columns of all values of the configured sensors.
std::vector<ReadingColumn> reading_columns(const SensorParams& params);

}  // namespace plant

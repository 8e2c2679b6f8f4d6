// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor/gnss_position.hpp>
#include <plant/sensor/gnss_velocity.hpp>
#include <plant/sensor/imu_accel.hpp>
#include <plant/sensor/imu_gyro.hpp>
#include <plant/sensor/steer.hpp>
#include <plant/sensor/wheel_speed.hpp>

#include <iterator>

namespace plant {

/// All sensors. Parameters, snapshots, columns and random numbers are made from this table.
inline constexpr const SensorKind* sensor_table[] = {
    &sensor::imu_accel, &sensor::imu_gyro,      &sensor::wheel_speed,
    &sensor::steer,     &sensor::gnss_position, &sensor::gnss_velocity,
};

/// Number of sensors.
constexpr std::size_t sensor_count = std::size(sensor_table);

/// One item per sensor.
template <class Item>
struct PerSensor {
    std::array<Item, sensor_count> items{};  ///< in the order of the table

    /// The item of a sensor of the table. @throws std::out_of_range for another one.
    Item& of(const SensorKind& kind) { return items.at(index_of(kind)); }
    /// As above.
    const Item& of(const SensorKind& kind) const { return items.at(index_of(kind)); }

  private:
    static constexpr std::size_t index_of(const SensorKind& kind) {
        std::size_t index = 0;
        while (index < sensor_count && sensor_table[index] != &kind) ++index;
        return index;
    }
};

/// The readings of all sensors.
using SensorReadings = PerSensor<Reading>;

/// The readings while no sensor is configured.
SensorReadings ideal_readings(const Truth& truth);

}  // namespace plant

// SPDX-License-Identifier: MIT
#pragma once

#include <plant/state.hpp>

#include <array>

namespace plant {

/// Largest number of values of a sensor.
constexpr std::size_t most_values = 8;
/// The values of one sensor; unused ones are zero.
using Reading = std::array<double, most_values>;

/// Input of the truth function of a sensor.
struct SensorView {
    const Truth& truth;             ///< valid during the call only
    Eigen::Matrix3d body_to_world;  ///< of the body with its roll and pitch
    Eigen::Matrix3d road_to_world;  ///< of the frame of Truth's velocities and accelerations
    bool is_configured;             ///< whether the sensor has a rate, delay or error

    /// Rotates a vector to the frame of the body.
    Eigen::Vector3d in_body(const Eigen::Vector3d& in_world) const {
        return body_to_world.transpose() * in_world;
    }
};

/// The properties that distinguish a sensor from the others. Each sensor has a file in this folder
/// and a row in sensor_table.hpp; SensorGroup has what all have: rate, delay and errors.
struct SensorKind {
    const char* name;   ///< key in files of sensor parameters; also seeds its random numbers
    const char* unit;   ///< suffix of the keys of its errors
    std::size_t noisy;  ///< the first `noisy` values have errors
    std::array<const char*, most_values> values;  ///< names of the values, with units, for columns
    /// The reading without delay and errors.
    Reading (*truth)(const SensorView& view);
};

}  // namespace plant

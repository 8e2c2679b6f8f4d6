// SPDX-License-Identifier: MIT
#pragma once

#include <plant/state.hpp>

#include <array>

namespace plant {

constexpr std::size_t most_values = 8;
/// The values of one sensor; those that it does not have stay zero.
using Reading = std::array<double, most_values>;

/// What a sensor looks at.
struct SensorView {
    const Truth& truth;
    Eigen::Matrix3d body_to_world;  ///< of the body as it leans, as sensors on it see the world
    Eigen::Matrix3d road_to_world;  ///< of the axes in which velocities and accelerations are told
    bool is_configured;

    /// What a sensor on the leaning body feels of it.
    Eigen::Vector3d in_body(const Eigen::Vector3d& in_world) const {
        return body_to_world.transpose() * in_world;
    }
};

/// What makes one sensor different from the others. Each has a file of its own beside this one and
/// a row in sensor_table.hpp; rate, delay and errors are the same for all, see SensorGroup.
struct SensorKind {
    const char* name;   ///< its key in files of sensor parameters; gives it its own random numbers
    const char* unit;   ///< of its errors, as their keys end
    std::size_t noisy;  ///< how many of its values have errors, from the first on
    std::array<const char*, most_values> values;  ///< their names, with units, for columns
    /// What it shows where it has no errors.
    Reading (*truth)(const SensorView& view);
};

}  // namespace plant

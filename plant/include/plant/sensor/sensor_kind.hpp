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
    Eigen::Matrix3d to_world;  ///< turns the body frame into the world frame
    bool is_configured;
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

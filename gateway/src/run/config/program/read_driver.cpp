// SPDX-License-Identifier: MIT
#include "read_driver.hpp"

namespace gateway {
namespace {

using plant::Range;

constexpr Range speed_mps{0.5, 150};
constexpr Range acceleration_mps2{0.1, 50};
constexpr Range jerk_mps3{0.2, 1000};
constexpr Range friction_use{0.05, 1.2};
constexpr Range preview_s{0.1, 5};

}  // namespace

DriverConfig read_driver(plant::YamlReader& reader) {
    DriverConfig driver;
    reader.number("speed_mps", driver.speed_mps, speed_mps);
    reader.number("acceleration_mps2", driver.acceleration_mps2, acceleration_mps2);
    reader.number("deceleration_mps2", driver.deceleration_mps2, acceleration_mps2);
    reader.number("lateral_mps2", driver.lateral_mps2, acceleration_mps2);
    reader.number("jerk_mps3", driver.jerk_mps3, jerk_mps3);
    reader.number("friction_use", driver.friction_use, friction_use);
    reader.number("preview_s", driver.preview_s, preview_s);
    return driver;
}

}  // namespace gateway

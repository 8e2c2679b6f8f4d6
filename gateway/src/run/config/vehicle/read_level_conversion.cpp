// SPDX-License-Identifier: MIT
#include "read_vehicle.hpp"

namespace gateway {
namespace {

using plant::YamlReader;

constexpr plant::Range gain{0, 100};
constexpr plant::Range acceleration_mps2{0.1, 100};

void read_velocity(YamlReader reader, VelocityGains& gains) {
    reader.number("proportional_per_s", gains.proportional_per_s, gain);
    reader.number("integral_per_s2", gains.integral_per_s2, gain);
    reader.number("derivative", gains.derivative, {0, 10});
    reader.number("response_s", gains.response_s, {0.01, 60});
    reader.number("max_acceleration_mps2", gains.max_acceleration_mps2, acceleration_mps2);
    reader.number("max_deceleration_mps2", gains.max_deceleration_mps2, acceleration_mps2);
}

}  // namespace

void read_level_conversion(YamlReader& vehicle, LevelConversionConfig& config) {
    auto reader = vehicle.section("controller");
    if (!reader) return;
    if (auto velocity = reader->section("velocity")) read_velocity(*velocity, config.velocity);
    reader->number("acceleration_integral_per_s", config.acceleration_integral_per_s, gain);
    reader->number("full_throttle_mps2", config.pedals.full_throttle_mps2, acceleration_mps2);
    reader->number("full_brake_mps2", config.pedals.full_brake_mps2, acceleration_mps2);
    reader->number("wheelbase_m", config.steering.wheelbase_m, {0.1, 100});
    reader->number("understeer_rad_s2_per_m", config.steering.understeer_rad_s2_per_m, {-1, 1});
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "plant/sensor_params.hpp"

#include "parameters/parameter_keys.hpp"

namespace plant {
namespace {

/// A group with the keys of its unit.
struct GroupKeys {
    SensorGroup& group;
    std::string unit;
};

}  // namespace

template <class Visitor>
void visit(GroupKeys& p, Visitor& v) {
    v.number("rate_hz", p.group.rate_hz, {0.0, 1e5});
    v.number("delay_s", p.group.delay_s, {0.0, 10.0});
    v.number(("noise_" + p.unit).c_str(), p.group.noise, {0.0, 1e6});
    v.number(("bias_" + p.unit).c_str(), p.group.bias, {-1e6, 1e6});
    v.number(("random_walk_" + p.unit + "_per_sqrt_s").c_str(), p.group.random_walk, {0.0, 1e6});
}

template <class Visitor>
void visit(SensorParams& p, Visitor& v) {
    const auto group = [&](const char* key, SensorGroup& g, const char* unit) {
        GroupKeys keys{g, unit};
        v.section(key, keys);
    };
    v.count("seed", p.seed);
    group("imu_accel", p.imu_accel, "mps2");
    group("imu_gyro", p.imu_gyro, "radps");
    group("wheel_speed", p.wheel_speed, "radps");
    group("steer", p.steer, "rad");
    group("gnss_position", p.gnss_position, "m");
    group("gnss_velocity", p.gnss_velocity, "mps");
}

SensorParams load_sensors(const std::filesystem::path& file) {
    return load_parameters<SensorParams>(file);
}

void validate(const SensorParams& params) {
    check_ranges(params);
}

}  // namespace plant

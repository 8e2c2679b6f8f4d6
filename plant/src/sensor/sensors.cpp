// SPDX-License-Identifier: MIT
#include "sensor/sensors.hpp"

#include <Eigen/Geometry>

namespace plant {
namespace {

/// Body to world for angles in the order ZYX.
Eigen::Matrix3d rotation(const State& s) {
    return (Eigen::AngleAxisd(s.yaw_rad, Eigen::Vector3d::UnitZ()) *
            Eigen::AngleAxisd(s.pitch_rad, Eigen::Vector3d::UnitY()) *
            Eigen::AngleAxisd(s.roll_rad, Eigen::Vector3d::UnitX()))
        .toRotationMatrix();
}

/// What each sensor shows without errors.
SensorReadings truth_of(const Truth& truth, const PerSensor<bool>& is_configured) {
    SensorView view{truth, rotation(truth.state), false};
    SensorReadings readings;
    for (std::size_t i = 0; i < sensor_count; ++i) {
        view.is_configured = is_configured.items[i];
        readings.items[i] = sensor_table[i]->truth(view);
    }
    return readings;
}

}  // namespace

/// FNV-1a of the name, then of the seed.
std::uint64_t seed_of(std::uint64_t seed, std::string_view sensor) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    const auto add = [&](unsigned char byte) { hash = (hash ^ byte) * 0x100000001b3u; };
    for (const char c : sensor) add(static_cast<unsigned char>(c));
    for (int shift = 0; shift < 64; shift += 8) add(static_cast<unsigned char>(seed >> shift));
    return hash;
}

SensorReadings ideal_readings(const Truth& truth) {
    return truth_of(truth, {});
}

Sensors::Sensors(const SensorParams& params) {
    for (std::size_t i = 0; i < sensor_count; ++i) {
        const SensorKind& kind = *sensor_table[i];
        const SensorGroup& group = params.groups.items[i];
        is_configured_.items[i] = is_configured(group);
        samplers_.emplace_back(group, kind.noisy, seed_of(params.seed, kind.name));
    }
}

void Sensors::reset(Output& out) {
    const SensorReadings truth = truth_of(out, is_configured_);
    for (std::size_t i = 0; i < sensor_count; ++i) samplers_[i].reset(truth.items[i]);
    apply(out);
}

void Sensors::apply(Output& out) {
    out.sensors = truth_of(out, is_configured_);
    for (std::size_t i = 0; i < sensor_count; ++i) {
        Reading& reading = out.sensors.items[i];
        if (is_configured_.items[i]) reading = samplers_[i].read(reading, out.sim_time);
    }
}

void Sensors::save(SnapshotWriter& out) const {
    for (const Sampler& sampler : samplers_) sampler.save(out);
}

void Sensors::restore(SnapshotReader& in) {
    for (Sampler& sampler : samplers_) sampler.restore(in);
}

}  // namespace plant

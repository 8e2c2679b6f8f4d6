// SPDX-License-Identifier: MIT
#include "sensor/sensors.hpp"

#include "fingerprint.hpp"

#include "sensor/axes.hpp"

namespace plant {
namespace {

/// The readings of all sensors without delay and errors.
SensorReadings truth_of(const Truth& truth, const PerSensor<bool>& is_configured) {
    const State& s = truth.state;
    SensorView view{truth, body_to_world(s.roll_rad, s.pitch_rad, s.yaw_rad),
                    road_to_world(s.yaw_rad, truth.road_normal), false};
    SensorReadings readings;
    for (std::size_t i = 0; i < sensor_count; ++i) {
        view.is_configured = is_configured.items[i];
        readings.items[i] = sensor_table[i]->truth(view);
    }
    return readings;
}

}  // namespace

std::uint64_t seed_of(std::uint64_t seed, std::string_view sensor) {
    Fingerprint print;
    print.add(sensor);
    print.add(seed);
    return print.value();
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

bool Sensors::are_due(SimDuration now) const {
    for (std::size_t i = 0; i < sensor_count; ++i)
        if (is_configured_.items[i] && samplers_[i].is_due(now)) return true;
    return false;
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

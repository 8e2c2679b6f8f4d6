// SPDX-License-Identifier: MIT
#include "sensor/sensors.hpp"

#include "fingerprint.hpp"

#include "sensor/axes.hpp"

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

/// Largest number of delayed samples if a tick is not shorter than 0.1 ms.
std::size_t room_for(const SensorGroup& group) {
    const double rate = group.rate_hz > 0.0 ? std::min(group.rate_hz, 1e4) : 1e4;
    return static_cast<std::size_t>(group.delay_s * rate) + 2;
}

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

Sampler::Sampler(const SensorGroup& group, std::size_t noisy, std::uint64_t seed)
    : group_(group), noisy_(noisy), seed_(seed), noise_(seed), under_way_(room_for(group)) {}

void Sampler::reset(const Reading& truth) {
    noise_ = Noise(seed_);
    under_way_.clear();
    taken_ = 0;
    last_ns_ = 0;
    walk_ = {};
    reading_ = truth;
}

/// Takes a sample, which is read after the delay.
void Sampler::take(const Reading& truth, SimDuration now) {
    Pending pending{now.count() + std::llround(1e9 * group_.delay_s), truth};
    const double elapsed_s = 1e-9 * static_cast<double>(now.count() - last_ns_);
    const double step = group_.random_walk * std::sqrt(elapsed_s);
    for (std::size_t i = 0; i < noisy_; ++i) {
        if (step > 0.0) walk_[i] += step * noise_.normal();
        pending.sample[i] += group_.bias + walk_[i];
        if (group_.noise > 0.0) pending.sample[i] += group_.noise * noise_.normal();
    }
    under_way_.push(pending);
    last_ns_ = now.count();
    ++taken_;
}

bool Sampler::is_due(SimDuration now) const {
    const double due_ns =
        group_.rate_hz > 0.0 ? 1e9 * static_cast<double>(taken_) / group_.rate_hz : 0.0;
    return static_cast<double>(now.count()) >= std::floor(due_ns);
}

/// Reads the samples whose delay has passed.
void Sampler::deliver(SimDuration now) {
    for (; !under_way_.empty() && under_way_[0].due_ns <= now.count(); under_way_.pop())
        reading_ = under_way_[0].sample;
}

const Reading& Sampler::read(const Reading& truth, SimDuration now) {
    deliver(now);  // frees places for the new sample
    if (is_due(now)) take(truth, now);
    if (group_.rate_hz > 0.0) {
        // A tick longer than the period skips the samples in between.
        const double periods = 1e-9 * static_cast<double>(now.count()) * group_.rate_hz;
        taken_ = std::max(taken_, static_cast<std::uint64_t>(periods) + 1);
    }
    deliver(now);
    return reading_;
}

void Sampler::save(SnapshotWriter& out) const {
    noise_.save(out);
    out.put(taken_);
    out.put(last_ns_);
    for (std::size_t i = 0; i < walk_.size(); ++i) {
        out.put(walk_[i]);
        out.put(reading_[i]);
    }
    out.put(std::uint64_t{under_way_.size()});
    for (std::size_t i = 0; i < under_way_.size(); ++i) {
        out.put(under_way_[i].due_ns);
        for (const double value : under_way_[i].sample) out.put(value);
    }
}

void Sampler::restore(SnapshotReader& in) {
    std::uint64_t count = 0;
    noise_.restore(in);
    in.get(taken_);
    in.get(last_ns_);
    for (std::size_t i = 0; i < walk_.size(); ++i) {
        in.get(walk_[i]);
        in.get(reading_[i]);
    }
    in.get(count);
    for (under_way_.clear(); count > 0; --count) {
        Pending pending{};
        in.get(pending.due_ns);
        for (double& value : pending.sample) in.get(value);
        under_way_.push(pending);
    }
}

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

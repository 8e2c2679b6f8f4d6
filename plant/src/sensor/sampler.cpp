// SPDX-License-Identifier: MIT
#include "sensor/sampler.hpp"

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

/// Room for all samples under way at once when a tick is no shorter than 0.1 ms.
std::size_t ring_size(const SensorGroup& group) {
    const double rate = group.rate_hz > 0.0 ? std::min(group.rate_hz, 1e4) : 1e4;
    return static_cast<std::size_t>(group.delay_s * rate) + 2;
}

}  // namespace

Sampler::Sampler(const SensorGroup& group, std::size_t noisy, std::uint64_t seed)
    : group_(group), noisy_(noisy), seed_(seed), noise_(seed), ring_(ring_size(group)) {}

void Sampler::reset(const Reading& truth) {
    noise_ = Noise(seed_);
    first_ = 0;
    count_ = 0;
    taken_ = 0;
    last_ns_ = 0;
    walk_ = {};
    reading_ = truth;
}

/// Puts a sample on its way. A full ring loses its oldest sample.
void Sampler::take(const Reading& truth, SimDuration now) {
    if (count_ == ring_.size()) {
        first_ = (first_ + 1) % ring_.size();
        --count_;
    }
    Pending& pending = at(count_++);
    pending.due_ns = now.count() + std::llround(1e9 * group_.delay_s);
    pending.sample = truth;
    const double elapsed_s = 1e-9 * static_cast<double>(now.count() - last_ns_);
    const double step = group_.random_walk * std::sqrt(elapsed_s);
    for (std::size_t i = 0; i < noisy_; ++i) {
        if (step > 0.0) walk_[i] += step * noise_.normal();
        pending.sample[i] += group_.bias + walk_[i];
        if (group_.noise > 0.0) pending.sample[i] += group_.noise * noise_.normal();
    }
    last_ns_ = now.count();
    ++taken_;
}

const Reading& Sampler::read(const Reading& truth, SimDuration now) {
    const double due_ns =
        group_.rate_hz > 0.0 ? 1e9 * static_cast<double>(taken_) / group_.rate_hz : 0.0;
    if (static_cast<double>(now.count()) >= std::floor(due_ns)) take(truth, now);
    if (group_.rate_hz > 0.0) {
        // A tick longer than the period skips the samples in between.
        const double periods = 1e-9 * static_cast<double>(now.count()) * group_.rate_hz;
        taken_ = std::max(taken_, static_cast<std::uint64_t>(periods) + 1);
    }
    while (count_ > 0 && at(0).due_ns <= now.count()) {
        reading_ = at(0).sample;
        first_ = (first_ + 1) % ring_.size();
        --count_;
    }
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
    out.put(std::uint64_t{count_});
    for (std::size_t i = 0; i < count_; ++i) {
        const Pending& pending = ring_[(first_ + i) % ring_.size()];
        out.put(pending.due_ns);
        for (const double value : pending.sample) out.put(value);
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
    if (count > ring_.size()) throw std::invalid_argument("snapshot: does not fit this sensor");
    first_ = 0;
    for (count_ = 0; count_ < count;) {
        Pending& pending = at(count_++);
        in.get(pending.due_ns);
        for (double& value : pending.sample) in.get(value);
    }
}

}  // namespace plant

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "plant/sensor_params.hpp"
#include "plant/state.hpp"
#include "sensor/noise.hpp"

namespace plant {

/// The values of one group; unused ones stay zero.
using Sample = std::array<double, 6>;

/// Samples a group at its own rate, adds its errors to the first `noisy` values, delays it.
class Sampler {
  public:
    Sampler(const SensorGroup& group, std::size_t noisy, std::uint64_t seed);

    /// True when the group shows the truth: no need to ask.
    bool ideal() const;

    /// Until the first sample arrives the reading is `truth`.
    void reset(const Sample& truth);
    /// Shows the group the truth at `now` and returns what it reads.
    const Sample& read(const Sample& truth, SimDuration now);

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    struct Pending {
        std::int64_t due_ns;
        Sample sample;
    };
    void take(const Sample& truth, SimDuration now);
    Pending& at(std::size_t i) { return ring_[(first_ + i) % ring_.size()]; }

    SensorGroup group_;
    std::size_t noisy_;
    std::uint64_t seed_;
    Noise noise_;
    std::vector<Pending> ring_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
    std::uint64_t taken_ = 0;  ///< samples since reset; the next is due at taken / rate
    std::int64_t last_ns_ = 0;
    Sample walk_{};
    Sample reading_{};
};

}  // namespace plant

// SPDX-License-Identifier: MIT
#pragma once

#include "growing_ring.hpp"

#include <plant/output.hpp>
#include <plant/sensor_params.hpp>
#include "sensor/noise.hpp"

#include <string_view>
#include <vector>

namespace plant {

/// Samples the values of one sensor at its rate, adds errors to the first `noisy` of them, and
/// delays them.
class Sampler {
  public:
    Sampler(const SensorGroup& group, std::size_t noisy, std::uint64_t seed);

    /// Restarts at time zero. The reading is `truth` until the delay of the first sample has
    /// passed.
    void reset(const Reading& truth);
    /// Whether read() takes a sample at `now`.
    bool is_due(SimDuration now) const;
    /// Takes a sample if one is due, and returns the reading at `now`. The call may be omitted if
    /// none is due.
    const Reading& read(const Reading& truth, SimDuration now);

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    struct Pending {
        std::int64_t due_ns;
        Reading sample;
    };
    void take(const Reading& truth, SimDuration now);
    void deliver(SimDuration now);

    SensorGroup group_;
    std::size_t noisy_;
    std::uint64_t seed_;
    Noise noise_;
    GrowingRing<Pending> under_way_;
    std::uint64_t taken_ = 0;  ///< samples since reset; the next is due at taken / rate
    std::int64_t last_ns_ = 0;
    Reading walk_{};
    Reading reading_{};
};

/// Seed of one sensor, from the seed of the file and the name of the sensor, so that it does not
/// depend on other sensors.
std::uint64_t seed_of(std::uint64_t seed, std::string_view sensor);

/// All sensors of a vehicle: calculates the readings of an Output from its truth.
class Sensors {
  public:
    explicit Sensors(const SensorParams& params);

    /// Restarts all sensors and writes the readings of `output`.
    void reset(Output& output);

    /// Whether a sensor takes a sample now, so that apply must not be deferred.
    bool are_due(SimDuration now) const;
    /// Writes the readings of `output` at its time.
    void apply(Output& output);

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    PerSensor<bool> is_configured_;
    std::vector<Sampler> samplers_;  ///< in the order of the table
};

}  // namespace plant

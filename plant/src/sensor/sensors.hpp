// SPDX-License-Identifier: MIT
#pragma once

#include "growing_ring.hpp"

#include <plant/output.hpp>
#include <plant/sensor_params.hpp>
#include "sensor/noise.hpp"

#include <string_view>
#include <vector>

namespace plant {

/// Samples a sensor at its own rate, adds its errors to the first `noisy` values, delays it.
class Sampler {
  public:
    Sampler(const SensorGroup& group, std::size_t noisy, std::uint64_t seed);

    /// Until the first sample arrives the reading is `truth`.
    void reset(const Reading& truth);
    /// Whether it takes a sample when it is shown the truth at `now`.
    bool is_due(SimDuration now) const;
    /// Shows the sensor the truth at `now` and returns what it reads. May be left out where none is
    /// due.
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

    void reset(Output& output);

    /// Whether a sensor takes a sample now, so that apply must not be deferred.
    bool are_due(SimDuration now) const;
    void apply(Output& output);

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    PerSensor<bool> is_configured_;
    std::vector<Sampler> samplers_;  ///< in the order of the table
};

}  // namespace plant

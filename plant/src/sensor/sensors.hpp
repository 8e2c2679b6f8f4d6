// SPDX-License-Identifier: MIT
#pragma once

#include <plant/output.hpp>
#include <plant/sensor_params.hpp>
#include "sensor/sampler.hpp"

#include <string_view>
#include <vector>

namespace plant {

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

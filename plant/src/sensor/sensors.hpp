// SPDX-License-Identifier: MIT
#pragma once

#include <plant/output.hpp>
#include <plant/sensor_params.hpp>
#include "sensor/sampler.hpp"

#include <string_view>
#include <vector>

namespace plant {

/// The random numbers of one sensor: from the file's seed and its name alone, so that they are the
/// same whatever other sensors there are.
std::uint64_t seed_of(std::uint64_t seed, std::string_view sensor);

/// All sensors of a vehicle: from the truth in an Output to its readings.
class Sensors {
  public:
    explicit Sensors(const SensorParams& params);

    void reset(Output& output);

    /// Whether one of them takes a sample now: then apply must not wait until somebody asks.
    bool are_due(SimDuration now) const;
    void apply(Output& output);

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    PerSensor<bool> is_configured_;
    std::vector<Sampler> samplers_;  ///< in the order of the table
};

}  // namespace plant

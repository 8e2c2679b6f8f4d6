// SPDX-License-Identifier: MIT
#pragma once

#include "plant/sensor_params.hpp"
#include "plant/state.hpp"
#include "sensor/sampler.hpp"

namespace plant {

/// All sensors of a vehicle: from the truth in an Output to its readings and measured state.
class Sensors {
  public:
    explicit Sensors(const SensorParams& params);

    void reset(Output& output);
    void apply(Output& output);

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    enum Group : std::size_t { accel, gyro, wheel, steer, position, velocity, groups };
    std::array<Sample, groups> samples(const Output& output) const;

    std::array<Sampler, groups> samplers_;
};

}  // namespace plant

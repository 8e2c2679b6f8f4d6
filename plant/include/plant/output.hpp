// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor_table.hpp>
#include <plant/state.hpp>

namespace plant {

/// All results of one tick: truth and sensor readings of the same instant.
struct Output : Truth {
    SensorReadings sensors;  ///< the truth where a sensor is not configured
};

}  // namespace plant

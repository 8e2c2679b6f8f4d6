// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor_table.hpp>
#include <plant/state.hpp>

namespace plant {

/// Everything one tick produced, taken as one snapshot after the tick.
struct Output : Truth {
    SensorReadings sensors;
};

}  // namespace plant

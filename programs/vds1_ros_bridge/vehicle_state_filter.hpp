// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_state.hpp"

#include <cstddef>
#include <deque>

namespace gateway::autohyu {

/// What app/loc/vehicle_state_filtered tells: vx, vy, ax, ay and yaw rate are means of the last
/// states, everything else is that of the newest.
class VehicleStateFilter {
  public:
    /// @param length of how many states at most; 0: all are given back as they are
    explicit VehicleStateFilter(std::size_t length) : length_(length) {}

    /// Takes the newest state; a failed one empties the filter and is given back as it is.
    VehicleState filter(const VehicleState& state);

  private:
    std::size_t length_;
    std::deque<VehicleState> last_;
};

}  // namespace gateway::autohyu

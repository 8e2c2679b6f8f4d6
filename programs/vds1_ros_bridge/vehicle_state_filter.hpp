// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_state.hpp"

#include <cstddef>
#include <deque>

namespace gateway::autohyu {

/// Computes app/loc/vehicle_state_filtered: vx, vy, ax, ay and yaw rate are means of the last
/// states, all other fields are those of the newest.
class VehicleStateFilter {
  public:
    /// @param length maximum number of states in a mean; 0: states are returned unchanged
    explicit VehicleStateFilter(std::size_t length) : length_(length) {}

    /// Adds the newest state. A failed one empties the filter and is returned unchanged.
    VehicleState filter(const VehicleState& state);

  private:
    std::size_t length_;
    std::deque<VehicleState> last_;
};

}  // namespace gateway::autohyu

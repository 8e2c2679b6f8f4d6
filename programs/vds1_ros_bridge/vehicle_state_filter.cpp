// SPDX-License-Identifier: MIT
#include "vehicle_state_filter.hpp"

namespace gateway::autohyu {

VehicleState VehicleStateFilter::filter(const VehicleState& state) {
    if (state.operation_mode == VehicleState::OperationMode::fail) last_.clear();
    if (state.operation_mode == VehicleState::OperationMode::fail || length_ == 0) return state;
    last_.push_back(state);
    if (last_.size() > length_) last_.pop_front();
    VehicleState result = state;
    for (const auto quantity :
         {&VehicleState::vx_mps, &VehicleState::vy_mps, &VehicleState::ax_mps2,
          &VehicleState::ay_mps2, &VehicleState::yaw_rate_radps}) {
        double sum = 0;
        for (const VehicleState& one : last_) sum += one.*quantity;
        result.*quantity = sum / static_cast<double>(last_.size());
    }
    return result;
}

}  // namespace gateway::autohyu

// SPDX-License-Identifier: MIT
#include "vehicle_state_filter.hpp"

#include <doctest/doctest.h>

namespace {

using gateway::autohyu::VehicleState;
using gateway::autohyu::VehicleStateFilter;

VehicleState state(double value) {
    VehicleState state;
    state.operation_mode = VehicleState::OperationMode::normal;
    state.x_m = value;
    state.vx_mps = value;
    state.vy_mps = 2 * value;
    state.ax_mps2 = 3 * value;
    state.ay_mps2 = 4 * value;
    state.yaw_rate_radps = 5 * value;
    return state;
}

TEST_CASE("speeds, accelerations and yaw rate are means of the last states, the pose is not") {
    VehicleStateFilter sut(3);
    CHECK(sut.filter(state(1)).vx_mps == 1);
    CHECK(sut.filter(state(3)).vx_mps == 2);
    sut.filter(state(5));
    const VehicleState filtered = sut.filter(state(10));
    CHECK(filtered.vx_mps == 6);
    CHECK(filtered.vy_mps == 12);
    CHECK(filtered.ax_mps2 == 18);
    CHECK(filtered.ay_mps2 == 24);
    CHECK(filtered.yaw_rate_radps == 30);
    CHECK(filtered.x_m == 10);
}

TEST_CASE("a failed state is returned unchanged, and later means have no states from before it") {
    VehicleStateFilter sut(3);
    sut.filter(state(1));
    CHECK(sut.filter(VehicleState()).operation_mode == VehicleState::OperationMode::fail);
    CHECK(sut.filter(state(7)).vx_mps == 7);
}

}  // namespace

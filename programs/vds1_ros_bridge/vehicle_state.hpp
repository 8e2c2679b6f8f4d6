// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/protocol/vds1/codec.hpp>

#include <limits>

namespace gateway::autohyu {

/// Contents of app/loc/vehicle_state: world frame ENU, body frame ISO 8855, SI units, rad. By
/// default it is a failed one, in which no field is a number.
struct VehicleState {
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    enum class OperationMode { fail, normal };
    OperationMode operation_mode = OperationMode::fail;
    double x_m = unknown;
    double y_m = unknown;
    double z_m = unknown;
    double roll_rad = unknown;
    double pitch_rad = unknown;
    double yaw_rad = unknown;
    double vx_mps = unknown;
    double vy_mps = unknown;
    double vz_mps = unknown;
    double yaw_rate_radps = unknown;
    double ax_mps2 = unknown;
    double ay_mps2 = unknown;
    double steering_tire_angle_rad = unknown;
    /// Spin times nominal radius: FL, FR, RL, RR.
    std::array<double, 4> wheel_velocity_mps{unknown, unknown, unknown, unknown};
};

/// Converts a fresh STATE to a vehicle state.
VehicleState to_vehicle_state(const vds1::State& state) noexcept;

}  // namespace gateway::autohyu

// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

namespace gateway {

/// The pose of a vehicle in the plane.
struct PlanarPose {
    double x_m = 0, y_m = 0, yaw_rad = 0;
};

/// The frame of an FMU's world in that of the run: the vehicle starts where the run requires it,
/// wherever the FMU starts.
class PoseFrame {
  public:
    PoseFrame() = default;
    /// @param from the start in the FMU's frame; equal poses make an exact identity
    PoseFrame(const PlanarPose& from, const PlanarPose& to) noexcept;
    /// Moves the pose of the state.
    void apply(plant::State& state) const noexcept;

  private:
    bool is_identity_ = true;
    PlanarPose from_{}, to_{};
};

/// Moves a motion from a reference point to the centre of gravity.
/// @param ahead_m position of the reference point ahead of the centre of gravity
/// @param yaw_acceleration_radps2 for the lateral acceleration
void move_to_centre(Feedback& seen, double ahead_m, double yaw_acceleration_radps2) noexcept;

}  // namespace gateway

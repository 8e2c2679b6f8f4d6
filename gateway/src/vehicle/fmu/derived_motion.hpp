// SPDX-License-Identifier: MIT
#pragma once

#include "fmu_vehicle_config.hpp"

namespace gateway {

/// Completes the motion that an FMU reports: what it lacks follows from what it has, see
/// replaced_outputs(). The rest is 0.
class DerivedMotion {
  public:
    explicit DerivedMotion(const FmuMap& map);

    /// Completes the first feedback. A pose that is not reported is 0.
    void begin(Feedback& seen) noexcept;
    /// Completes the feedback after a step of dt_s > 0.
    void update(Feedback& seen, double dt_s) noexcept;

  private:
    void derive_yaw(plant::State& now, double dt_s) const noexcept;
    void derive_velocity(plant::State& now, double dt_s) const noexcept;
    void integrate_position(plant::State& now, double dt_s) const noexcept;
    void derive_acceleration(Feedback& seen, double dt_s) const noexcept;
    void derive_wheels(Feedback& seen) const noexcept;

    bool has_position_, has_yaw_, has_yaw_rate_, has_vx_, has_vy_, has_ax_, has_ay_;
    bool has_radius_;
    std::array<bool, 4> has_spin_{};
    plant::State last_{};
};

}  // namespace gateway

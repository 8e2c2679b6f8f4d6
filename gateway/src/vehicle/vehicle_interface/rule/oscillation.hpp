// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/low_pass_filter.hpp"
#include "vehicle_interface/safety_config.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace gateway::vehicle_interface {

/// Detects high-frequency oscillation of one signal. A reversal is a change by at least `swing`
/// back from the last extreme. The signal oscillates if its last four reversals are within three
/// half periods of the lowest frequency that counts, and the last one is not older than that.
class OscillationWatch {
  public:
    OscillationWatch(float swing, const OscillationConfig& config)
        : swing_(swing),
          window_(std::chrono::round<Stamp>(
              std::chrono::duration<double>(1.5 / static_cast<double>(config.frequency_hz)))),
          smooth_(config.cutoff_hz) {}

    /// Smooths a value while the signal oscillates. A sample that is not finite, or not later than
    /// the last one, is ignored. @return whether the signal oscillates
    bool apply(float& value, Stamp stamp) noexcept {
        look(value, stamp);
        if (!is_oscillating(stamp)) return false;
        value = smooth_.output();
        return true;
    }

  private:
    static constexpr std::size_t reversals_needed = 4;

    void look(float value, Stamp stamp) noexcept {
        if (!std::isfinite(value)) return;
        if (!last_) {
            smooth_.start(value);
            extreme_ = value;
        } else if (smooth_.filter(value, stamp - *last_) != FilterStatus::ok) {
            return;
        }
        last_ = stamp;
        const float back = is_rising_ ? extreme_ - value : value - extreme_;
        if (back < swing_) {
            if (back < 0) extreme_ = value;
            return;
        }
        is_rising_ = !is_rising_;
        extreme_ = value;
        reversals_[next_] = stamp;
        next_ = (next_ + 1) % reversals_needed;
        if (reversal_count_ < reversals_needed) ++reversal_count_;
    }

    bool is_oscillating(Stamp stamp) const noexcept {
        if (reversal_count_ < reversals_needed) return false;
        const Stamp oldest = reversals_[next_];
        const Stamp newest = reversals_[(next_ + reversals_needed - 1) % reversals_needed];
        return newest - oldest <= window_ && stamp - newest <= window_;
    }

    float swing_;
    Stamp window_;
    LowPassFilter<float> smooth_;
    std::optional<Stamp> last_;
    bool is_rising_ = true;
    float extreme_ = 0;
    std::array<Stamp, reversals_needed> reversals_{};  ///< a ring: next_ is the oldest
    std::size_t next_ = 0;
    std::size_t reversal_count_ = 0;
};

/// The rule for the acceleration and steering of commands.
class Oscillation {
  public:
    explicit Oscillation(const OscillationConfig& config)
        : accel_(config.accel_swing_mps2, config), steer_(config.steer_swing_rad, config) {}

    /// @param has_accel whether the acceleration was commanded, not derived
    Outcome apply(Commands& commands, bool has_accel = true) noexcept {
        VehicleControlCommand& control = commands.control;
        Reports reports;
        if (has_accel && accel_.apply(control.long_accel_mps2, control.stamp))
            reports |= Report::high_frequency_acceleration_command;
        if (steer_.apply(control.front_wheel_angle_rad, control.stamp))
            reports |= Report::high_frequency_steer_command;
        return reports.empty() ? no_action : action(reports);
    }

  private:
    OscillationWatch accel_;
    OscillationWatch steer_;
};

/// Reports oscillation of the velocity or steering that a vehicle reports. It changes nothing,
/// since the report is the best available information.
class ReportOscillation {
  public:
    explicit ReportOscillation(const OscillationConfig& config)
        : velocity_(config.velocity_swing_mps, config), steer_(config.steer_swing_rad, config) {}

    Outcome look(const VehicleOdometry& odometry) noexcept {
        float velocity_mps = odometry.velocity_mps, steer_rad = odometry.front_wheel_angle_rad;
        Reports reports;
        if (velocity_.apply(velocity_mps, odometry.stamp))
            reports |= Report::high_frequency_velocity_report;
        if (steer_.apply(steer_rad, odometry.stamp)) reports |= Report::high_frequency_steer_report;
        return reports.empty() ? no_action : action(reports);
    }

  private:
    OscillationWatch velocity_;
    OscillationWatch steer_;
};

}  // namespace gateway::vehicle_interface

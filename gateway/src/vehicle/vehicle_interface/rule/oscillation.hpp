// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/low_pass_filter.hpp"
#include "vehicle_interface/safety_config.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace gateway::vehicle_interface {

/// Watches one signal for high-frequency oscillation. The signal has turned round where it has come
/// back from its last extreme by at least `swing`. It oscillates while the last four of these turns
/// lie within three half periods of the lowest frequency that counts, and the last of them is no
/// older than that either.
class OscillationWatch {
  public:
    OscillationWatch(float swing, const OscillationConfig& config)
        : swing_(swing),
          window_(std::chrono::round<Stamp>(
              std::chrono::duration<double>(1.5 / static_cast<double>(config.frequency_hz)))),
          smooth_(config.cutoff_hz) {}

    /// Smooths a value while the signal oscillates. A sample that is no later than that before, or
    /// is not finite, shows nothing. @return whether it does
    bool apply(float& value, Stamp stamp) noexcept {
        look(value, stamp);
        if (!is_oscillating(stamp)) return false;
        value = smooth_.output();
        return true;
    }

  private:
    static constexpr std::size_t cycles_needed = 4;

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
        cycles_[next_] = stamp;
        next_ = (next_ + 1) % cycles_needed;
        if (cycle_count_ < cycles_needed) ++cycle_count_;
    }

    bool is_oscillating(Stamp stamp) const noexcept {
        if (cycle_count_ < cycles_needed) return false;
        const Stamp oldest = cycles_[next_];
        const Stamp newest = cycles_[(next_ + cycles_needed - 1) % cycles_needed];
        return newest - oldest <= window_ && stamp - newest <= window_;
    }

    float swing_;
    Stamp window_;
    LowPassFilter<float> smooth_;
    std::optional<Stamp> last_;
    bool is_rising_ = true;
    float extreme_ = 0;
    std::array<Stamp, cycles_needed> cycles_{};  ///< a ring: next_ is the oldest
    std::size_t next_ = 0;
    std::size_t cycle_count_ = 0;
};

/// Acceleration and steering.
class Oscillation {
  public:
    explicit Oscillation(const OscillationConfig& config)
        : accel_(config.accel_swing_mps2, config), steer_(config.steer_swing_rad, config) {}

    /// @param has_accel whether the acceleration is what was commanded
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

/// Tells that the velocity or the steering that a vehicle reports oscillates. It changes nothing:
/// what a vehicle says of itself is the best that is known of it.
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

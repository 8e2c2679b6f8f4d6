// SPDX-License-Identifier: MIT
#pragma once

#include "low_pass_filter.hpp"
#include "safety_config.hpp"

#include <cmath>
#include <optional>
#include <variant>

namespace gateway::vehicle_interface {

/// The filter of one signal whose samples have stamps; it may be none.
class SignalFilter {
  public:
    /// @throws std::invalid_argument for an invalid cut-off frequency
    explicit SignalFilter(const FilterConfig& config) {
        if (config.type == FilterType::low_pass) filter_.emplace<First>(config.cutoff_hz);
        if (config.type == FilterType::butterworth) filter_.emplace<Second>(config.cutoff_hz);
    }

    /// The first sample passes unchanged. A sample that is not later than the last one is ignored.
    /// A sample that is not finite passes, since the rule `finite` handles it.
    float apply(float value, Stamp stamp) noexcept {
        if (First* first = std::get_if<First>(&filter_)) return apply(*first, value, stamp);
        if (Second* second = std::get_if<Second>(&filter_)) return apply(*second, value, stamp);
        return value;
    }

  private:
    using First = LowPassFilter<float>;
    using Second = ButterworthFilter<float>;

    template <class Filter>
    float apply(Filter& filter, float value, Stamp stamp) noexcept {
        if (!last_) filter.start(value);
        const FilterStatus status = filter.filter(value, last_ ? stamp - *last_ : Stamp{1});
        if (status == FilterStatus::bad_value) return value;
        if (status == FilterStatus::ok) last_ = stamp;
        return filter.output();
    }

    std::variant<std::monostate, First, Second> filter_;
    std::optional<Stamp> last_;
};

/// The filters of all signals of a command.
class SignalFilters {
  public:
    /// @throws std::invalid_argument
    explicit SignalFilters(const FiltersConfig& config)
        : longitudinal_(config.longitudinal),
          front_steer_(config.front_steer),
          rear_steer_(config.rear_steer),
          curvature_(config.curvature) {}

    /// @param has_accel whether the acceleration was commanded, not derived
    void apply(VehicleControlCommand& command, bool has_accel = true) noexcept {
        if (has_accel)
            command.long_accel_mps2 = longitudinal_.apply(command.long_accel_mps2, command.stamp);
        command.front_wheel_angle_rad =
            front_steer_.apply(command.front_wheel_angle_rad, command.stamp);
        command.rear_wheel_angle_rad =
            rear_steer_.apply(command.rear_wheel_angle_rad, command.stamp);
    }
    void apply(HighLevelControlCommand& command) noexcept {
        command.curvature = curvature_.apply(command.curvature, command.stamp);
    }

  private:
    SignalFilter longitudinal_;
    SignalFilter front_steer_;
    SignalFilter rear_steer_;
    SignalFilter curvature_;
};

}  // namespace gateway::vehicle_interface

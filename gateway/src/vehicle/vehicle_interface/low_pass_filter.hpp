// SPDX-License-Identifier: MIT
#pragma once

#include "messages.hpp"

#include <plant/angle.hpp>

#include <chrono>
#include <cmath>
#include <stdexcept>

/// Low-pass filters for a signal that is constant between its samples, with any time between them.
/// They are exact for such a signal and do not allocate.
namespace gateway::vehicle_interface {

enum class FilterStatus {
    ok,
    bad_step,   ///< the step is zero or negative
    bad_value,  ///< not a finite number
};

/// The status as a message: "dt_s: must be greater than 0".
inline const char* explain(FilterStatus status) noexcept {
    switch (status) {
        case FilterStatus::ok:
            return "ok";
        case FilterStatus::bad_step:
            return "dt_s: must be greater than 0";
        case FilterStatus::bad_value:
            break;
    }
    return "x: must be a finite number";
}

template <class T>
T check_cutoff(T cutoff_hz) {
    if (!(cutoff_hz > 0) || !std::isfinite(cutoff_hz))
        throw std::invalid_argument("the cut-off frequency must be greater than 0 and finite");
    return cutoff_hz;
}

inline FilterStatus status_of(Stamp step, double value) noexcept {
    if (step.count() <= 0) return FilterStatus::bad_step;
    return std::isfinite(value) ? FilterStatus::ok : FilterStatus::bad_value;
}

/// First order: y += (1 - exp(-2 pi fc dt)) (x - y), with pi = 3.14159 as in the public filter.
template <class T>
class LowPassFilter {
  public:
    /// @throws std::invalid_argument
    explicit LowPassFilter(T cutoff_hz)
        : omega_(static_cast<T>(2.0 * 3.14159) * check_cutoff(cutoff_hz)) {}

    /// Restarts with the output `value`, as after a constant signal.
    void start(T value) noexcept { y_ = value; }

    /// @param step since the last sample. After an error the output is unchanged.
    [[nodiscard]] FilterStatus filter(T value, Stamp step) noexcept {
        const FilterStatus status = status_of(step, static_cast<double>(value));
        if (status != FilterStatus::ok) return status;
        if (step != step_) set_step(step);
        y_ += alpha_ * (value - y_);
        if (!std::isfinite(y_)) start(value);  // overflow near the largest numbers
        return status;
    }

    T output() const noexcept { return y_; }

  private:
    void set_step(Stamp step) noexcept {
        const T dt_s = std::chrono::duration_cast<std::chrono::duration<T>>(step).count();
        alpha_ = T{1} - std::exp(-dt_s * omega_);
        step_ = step;
    }

    T omega_;
    T y_ = 0;
    T alpha_ = 0;
    Stamp step_{0};  ///< of alpha_, which is cached since it rarely changes
};

/// Second order, maximally flat: y'' + sqrt(2) w y' + w^2 y = w^2 x. With s = w / sqrt(2) and the
/// error e = y - x, its solution over a step of constant x is
/// e(t) = exp(-s t) (e0 cos s t + (e0 + y0' / s) sin s t).
template <class T>
class ButterworthFilter {
  public:
    /// @throws std::invalid_argument
    explicit ButterworthFilter(T cutoff_hz)
        : sigma_(static_cast<T>(std::sqrt(2.0) * plant::pi) * check_cutoff(cutoff_hz)) {}

    void start(T value) noexcept {
        y_ = value;
        slope_ = 0;
    }

    [[nodiscard]] FilterStatus filter(T value, Stamp step) noexcept {
        const FilterStatus status = status_of(step, static_cast<double>(value));
        if (status != FilterStatus::ok) return status;
        if (step != step_) set_step(step);
        const T error = y_ - value;
        y_ = value + cos_ * error + sin_ * (error + slope_);
        slope_ = cos_ * slope_ - sin_ * (2 * error + slope_);
        if (!std::isfinite(y_) || !std::isfinite(slope_)) start(value);
        return status;
    }

    T output() const noexcept { return y_; }

  private:
    void set_step(Stamp step) noexcept {
        const T angle = sigma_ * std::chrono::duration_cast<std::chrono::duration<T>>(step).count();
        const T decay = std::exp(-angle);
        // The angle may be infinite.
        cos_ = decay > 0 ? decay * std::cos(angle) : 0;
        sin_ = decay > 0 ? decay * std::sin(angle) : 0;
        step_ = step;
    }

    T sigma_;
    T y_ = 0;
    T slope_ = 0;  ///< y' / sigma
    T cos_ = 0;    ///< exp(-s dt) cos(s dt), and the same with the sine
    T sin_ = 0;
    Stamp step_{0};
};

}  // namespace gateway::vehicle_interface

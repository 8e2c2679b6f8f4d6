// SPDX-License-Identifier: MIT
#include "speed_profile.hpp"

#include "command_level/pedals.hpp"

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

/// The controller needs the rest of the accelerations for its corrections.
constexpr double planned_share = 0.95;
/// Distance before the end of a route where the vehicle stops.
constexpr double stop_before_end_m = 0.5;

/// The last part of a stop: the deceleration fades with the limited jerk.
PlannedSpeed stopping(double rest_m, double jerk_mps3) {
    const double rest_s = std::cbrt(6 * std::max(rest_m, 0.0) / jerk_mps3);
    return {0.5 * jerk_mps3 * rest_s * rest_s, -jerk_mps3 * rest_s};
}

/// The accelerations that a place allows at a speed: those of comfort, and a share of the grip.
class Allowed {
  public:
    explicit Allowed(const SpeedLimits& limits) : limits_(limits) {}

    double lateral_mps2() const {
        const DriverConfig& driver = limits_.driver;
        return planned_share *
               std::min(driver.lateral_mps2, driver.friction_use * limits_.grip.lateral_mps2());
    }
    double speed_mps(double curvature_1pm) const {
        constexpr double straight_1pm = 1e-9;
        return std::sqrt(lateral_mps2() / std::max(std::abs(curvature_1pm), straight_1pm));
    }
    double braking_mps2(double curvature_1pm, double speed_mps) const {
        const DriverConfig& driver = limits_.driver;
        const double ay = std::abs(curvature_1pm) * speed_mps * speed_mps;
        const double use = planned_share * driver.friction_use;
        return std::min({planned_share * driver.deceleration_mps2 * comfort_beside(ay),
                         use * limits_.grip.braking_mps2(ay / use),
                         planned_share * -range_of(limits_.pedals, speed_mps).min_mps2});
    }
    double acceleration_mps2(double curvature_1pm, double speed_mps) const {
        const DriverConfig& driver = limits_.driver;
        const double ay = std::abs(curvature_1pm) * speed_mps * speed_mps;
        const double use = planned_share * driver.friction_use;
        return std::min({planned_share * driver.acceleration_mps2 * comfort_beside(ay),
                         use * limits_.grip.traction_mps2(ay / use),
                         planned_share * range_of(limits_.pedals, speed_mps).max_mps2});
    }

  private:
    /// The share of the longitudinal comfort beside a lateral acceleration.
    double comfort_beside(double ay_mps2) const {
        const double used = ay_mps2 / (planned_share * limits_.driver.lateral_mps2);
        return std::sqrt(std::max(0.0, 1 - used * used));
    }

    SpeedLimits limits_;
};

std::vector<double> limits_by_place(const Route& route, const AlongRoute& curvature,
                                    const SpeedLimits& limits, const Allowed& allowed) {
    std::vector<double> speeds(curvature.values().size());
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        const double way_m = curvature.step_m() * static_cast<double>(i);
        const std::size_t piece = route.curve().at_way(way_m).piece;
        speeds[i] = std::min({limits.driver.speed_mps, allowed.speed_mps(curvature.values()[i]),
                              route.speed_limit_mps(piece).value_or(limits.driver.speed_mps)});
        if (route.is_closed()) continue;
        const double rest_m = curvature.length_m() - stop_before_end_m - way_m;
        speeds[i] = std::min(speeds[i], stopping(rest_m, limits.driver.jerk_mps3).speed_mps);
    }
    return speeds;
}

/// Calls `use` for each sample and the one before it in the direction of a pass; on a closed route
/// for two laps, so that the first lap has no start.
template <class Use>
void pass(std::size_t samples, bool is_closed, bool is_forward, const Use& use) {
    const std::size_t steps = is_closed ? 2 * samples : samples - 1;
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t before = step % samples, here = (step + 1) % samples;
        is_forward ? use(before, here) : use(samples - 1 - before, samples - 1 - here);
    }
}

void limit_accelerations(const AlongRoute& curvature, const Allowed& allowed,
                         std::vector<double>& speeds) {
    const double step_m = curvature.step_m();
    const std::vector<double>& bend = curvature.values();
    const auto reach = [&](double from_mps, double a_mps2) {
        return std::sqrt(from_mps * from_mps + 2 * std::max(a_mps2, 0.0) * step_m);
    };
    const bool is_closed = curvature.is_closed();
    pass(speeds.size(), is_closed, false, [&](std::size_t before, std::size_t here) {
        const double v = speeds[before];
        speeds[here] = std::min(speeds[here], reach(v, allowed.braking_mps2(bend[before], v)));
    });
    pass(speeds.size(), is_closed, true, [&](std::size_t before, std::size_t here) {
        const double v = speeds[before];
        speeds[here] = std::min(speeds[here], reach(v, allowed.acceleration_mps2(bend[before], v)));
    });
}

struct Smallest {
    double operator()(double value, double next, bool /*is_first*/) const {
        return std::min(value, next);
    }
    static double finish(double value, double /*count*/) { return value; }
};

struct Mean {
    double operator()(double sum, double next, bool is_first) const {
        return is_first ? next : sum + next;
    }
    static double finish(double sum, double count) { return sum / count; }
};

/// Replaces each value by the combination of those within so many samples on both sides.
template <class Combine>
std::vector<double> around(const std::vector<double>& values, const std::vector<long>& reach,
                           bool is_closed, const Combine& combine) {
    const auto size = static_cast<long>(values.size());
    std::vector<double> result(values.size());
    for (long i = 0; i < size; ++i) {
        const auto here = static_cast<std::size_t>(i);
        double value = values[here];
        for (long j = i - reach[here]; j <= i + reach[here]; ++j) {
            const long k = is_closed ? (j + size) % size : std::clamp(j, 0L, size - 1);
            value = combine(value, values[static_cast<std::size_t>(k)], j == i - reach[here]);
        }
        result[here] = combine.finish(value, static_cast<double>(2 * reach[here] + 1));
    }
    return result;
}

}  // namespace

SpeedProfile::SpeedProfile(const Route& route, const AlongRoute& curvature,
                           const SpeedLimits& limits)
    : jerk_mps3_(limits.driver.jerk_mps3) {
    const Allowed allowed(limits);
    std::vector<double> speeds = limits_by_place(route, curvature, limits, allowed);
    limit_accelerations(curvature, allowed, speeds);
    speed_mps_ = {std::move(speeds), curvature.length_m(), curvature.is_closed()};
    const double braking_mps2 = allowed.braking_mps2(0, 0);
    if (!route.is_closed()) fading_m_ = std::pow(braking_mps2, 3) / (3 * jerk_mps3_ * jerk_mps3_);
    limit_jerk((braking_mps2 + allowed.acceleration_mps2(0, 0)) / jerk_mps3_);
}

/// Takes the smallest speed within a window of driving, and then the mean over the same window:
/// nowhere faster, and an acceleration builds up within the window instead of at once. Towards a
/// stop a window reaches over half of the rest of the way: the speed there is that of a stop with
/// half the deceleration and a quarter of the jerk.
void SpeedProfile::limit_jerk(double window_s) {
    const std::vector<double>& speeds = speed_mps_.values();
    const auto most = static_cast<long>(speeds.size() / 2) - 1;
    std::vector<long> reach(speeds.size());
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        double half_m = 0.5 * window_s * speeds[i];
        const double rest = rest_m(speed_mps_.step_m() * static_cast<double>(i));
        if (!speed_mps_.is_closed()) half_m = std::clamp(0.5 * rest, 0.0, half_m);
        reach[i] = std::min(std::lround(half_m / speed_mps_.step_m()), most);
    }
    const bool is_closed = speed_mps_.is_closed();
    auto smooth = around(around(speeds, reach, is_closed, Smallest{}), reach, is_closed, Mean{});
    speed_mps_ = {std::move(smooth), speed_mps_.length_m(), is_closed};
}

double SpeedProfile::rest_m(double way_m) const {
    return speed_mps_.length_m() - stop_before_end_m - way_m;
}

PlannedSpeed SpeedProfile::at(double way_m) const {
    if (!speed_mps_.is_closed() && rest_m(way_m) < fading_m_)
        return stopping(rest_m(way_m), 0.25 * jerk_mps3_);
    const double speed_mps = speed_mps_.at(way_m);
    return {speed_mps, speed_mps * speed_mps_.slope_at(way_m)};
}

bool SpeedProfile::is_at_stop(double way_m) const {
    constexpr double near_m = 0.3;
    return !speed_mps_.is_closed() && rest_m(way_m) < near_m;
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "speed_profile.hpp"

#include "command_level/pedals.hpp"

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

/// The controller needs the rest of the accelerations for its corrections.
constexpr double planned_share = 0.95;
constexpr double stop_before_end_m = 0.5;

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

/// The speed at a distance before a stop that ends with the limited jerk.
double stopping_mps(double rest_m, double jerk_mps3) {
    return std::cbrt(0.5 * jerk_mps3) * std::pow(3 * std::max(rest_m, 0.0), 2.0 / 3.0);
}

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
        speeds[i] = std::min(speeds[i], stopping_mps(rest_m, limits.driver.jerk_mps3));
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

/// Replaces each value by `combine` of those within half of `window_s` of driving on both sides.
template <class Combine>
std::vector<double> around(const std::vector<double>& speeds, const AlongRoute& curvature,
                           double window_s, const Combine& combine) {
    const auto size = static_cast<long>(speeds.size());
    std::vector<double> result(speeds.size());
    for (long i = 0; i < size; ++i) {
        const double half_m = 0.5 * window_s * speeds[static_cast<std::size_t>(i)];
        const long reach = std::min(std::lround(half_m / curvature.step_m()), size / 2 - 1);
        double value = speeds[static_cast<std::size_t>(i)];
        for (long j = i - reach; j <= i + reach; ++j) {
            const long k = curvature.is_closed() ? (j + size) % size : std::clamp(j, 0L, size - 1);
            value = combine(value, speeds[static_cast<std::size_t>(k)], j == i - reach);
        }
        result[static_cast<std::size_t>(i)] =
            combine.finish(value, static_cast<double>(2 * reach + 1));
    }
    return result;
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

/// The smallest speed within a window, and then the mean over the same window: nowhere faster, and
/// an acceleration builds up within the window instead of at once.
std::vector<double> with_limited_jerk(const std::vector<double>& speeds,
                                      const AlongRoute& curvature, double window_s) {
    return around(around(speeds, curvature, window_s, Smallest{}), curvature, window_s, Mean{});
}

}  // namespace

AlongRoute speed_profile(const Route& route, const AlongRoute& curvature,
                         const SpeedLimits& limits) {
    const Allowed allowed(limits);
    std::vector<double> speeds = limits_by_place(route, curvature, limits, allowed);
    limit_accelerations(curvature, allowed, speeds);
    const double window_s =
        (allowed.braking_mps2(0, 0) + allowed.acceleration_mps2(0, 0)) / limits.driver.jerk_mps3;
    return {with_limited_jerk(speeds, curvature, window_s), curvature.length_m(),
            curvature.is_closed()};
}

}  // namespace gateway

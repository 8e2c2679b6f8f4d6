// SPDX-License-Identifier: MIT
#include "along_route.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

constexpr double sample_m = 0.5;
constexpr std::size_t most_samples = 1'000'000;
/// Half the distance over which a direction changes into a curvature.
constexpr double half_window_m = 1.0;

}  // namespace

AlongRoute::AlongRoute(std::vector<double> values, double length_m, bool is_closed)
    : values_(std::move(values)), length_m_(length_m), is_closed_(is_closed) {
    const std::size_t gaps = is_closed ? values_.size() : values_.size() - 1;
    step_m_ = length_m / static_cast<double>(gaps);
}

AlongRoute::Place AlongRoute::place_of(double way_m) const {
    const std::size_t size = values_.size();
    if (is_closed_) way_m -= std::floor(way_m / length_m_) * length_m_;
    const double at = std::clamp(way_m, 0.0, length_m_) / step_m_;
    const std::size_t last = is_closed_ ? size - 1 : size - 2;
    const std::size_t from = std::min(static_cast<std::size_t>(at), last);
    return {from, (from + 1) % size, std::clamp(at - static_cast<double>(from), 0.0, 1.0)};
}

double AlongRoute::at(double way_m) const {
    const Place place = place_of(way_m);
    return values_[place.from] + place.share * (values_[place.to] - values_[place.from]);
}

double AlongRoute::slope_at(double way_m) const {
    if (!is_closed_ && (way_m < 0 || way_m > length_m_)) return 0;
    const Place place = place_of(way_m);
    return (values_[place.to] - values_[place.from]) / step_m_;
}

AlongRoute curvature_of(const Route& route) {
    const RouteCurve& curve = route.curve();
    const double length_m = curve.length_m();
    const auto gaps =
        std::clamp(static_cast<std::size_t>(length_m / sample_m), std::size_t{4}, most_samples);
    const double step_m = length_m / static_cast<double>(gaps);
    const std::size_t samples = route.is_closed() ? gaps : gaps + 1;
    const double half_m = std::max(half_window_m, step_m);
    std::vector<double> values(samples);
    for (std::size_t i = 0; i < samples; ++i) {
        const double way_m = step_m * static_cast<double>(i);
        const double from = curve.direction_rad(curve.at_way(way_m - half_m));
        const double to = curve.direction_rad(curve.at_way(way_m + half_m));
        values[i] = std::remainder(to - from, 2 * plant::pi) / (2 * half_m);
    }
    return {std::move(values), length_m, route.is_closed()};
}

}  // namespace gateway

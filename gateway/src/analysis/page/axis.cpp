// SPDX-License-Identifier: MIT
#include "axis.hpp"

#include <algorithm>
#include <cmath>

namespace gateway::page {
namespace {

constexpr double least_logarithmic = 1e-300;
/// More powers of ten get a tick at every second one, and so on.
constexpr int most_decades = 6;

/// The round distance of ticks for about four ticks.
double tick_distance(double range) {
    const double raw = range / 4;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double round : {1.0, 2.0, 5.0})
        if (raw <= round * power * 1.2) return round * power;
    return 10 * power;
}

}  // namespace

double Axis::at(double value) const {
    if (is_logarithmic) return std::log10(std::max(value, least_logarithmic));
    return bend > 0 ? std::asinh(value / bend) : value;
}

double Axis::place(double value) const {
    return std::clamp((at(value) - low) / (high - low), 0.0, 1.0);
}

Axis axis_between(double low, double high) {
    Axis axis;
    axis.low = low;
    axis.high = high;
    const double step = tick_distance(high - low);
    for (double tick = std::ceil(low / step); tick * step <= high; ++tick)
        axis.ticks.push_back(tick * step);
    return axis;
}

Axis axis_over(double low, double high) {
    // Equal or nearly equal values need a range, too.
    const double least = std::max({std::abs(low), std::abs(high), 1e-9}) * 1e-3;
    const double width = std::max(high - low, least);
    return axis_between(low - 0.04 * width, low + 1.04 * width);
}

Axis logarithmic_axis(double low, double high) {
    Axis axis;
    axis.is_logarithmic = true;
    axis.low = axis.at(low);
    axis.high = axis.at(high);
    const int first = static_cast<int>(std::floor(axis.low));
    const int last = static_cast<int>(std::ceil(axis.high));
    const int distance = (last - first + most_decades - 1) / most_decades;
    const bool is_short = axis.high - axis.low < 2;
    for (int power = first; power <= last; power += distance)
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double tick = factor * std::pow(10.0, power);
            if (axis.has(tick) && (factor == 1 || is_short)) axis.ticks.push_back(tick);
        }
    return axis;
}

Axis axis_of_places(std::size_t count) {
    Axis axis;
    axis.low = -0.5;
    axis.high = static_cast<double>(count) - 0.5;
    for (std::size_t i = 0; i < count; ++i) axis.ticks.push_back(static_cast<double>(i));
    return axis;
}

}  // namespace gateway::page

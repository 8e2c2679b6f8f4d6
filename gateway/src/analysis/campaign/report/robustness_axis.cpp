// SPDX-License-Identifier: MIT
#include "robustness_axis.hpp"

#include "campaign/search/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace gateway::campaign {
namespace {

using page::Axis;
using page::axis_over;

/// The numbers 1, 2, 5, 10, 20, ... times a power of ten, from about `from` up to `to`.
std::vector<double> round_numbers(double from, double to) {
    std::vector<double> numbers;
    for (double power = std::pow(10.0, std::floor(std::log10(from))); power <= to; power *= 10)
        for (const double round : {1.0, 2.0, 5.0})
            if (round * power <= to) numbers.push_back(round * power);
    return numbers;
}

/// Adds the ticks of one side that have room.
void add_bent_ticks(Axis& axis, double sign, double end) {
    constexpr double room = 0.11;
    double last = axis.place(0);
    for (const double number : round_numbers(axis.bend / 2, end)) {
        const double place = axis.place(sign * number);
        if (std::abs(place - last) < room) continue;
        axis.ticks.push_back(sign * number);
        last = place;
    }
}

Axis bent_axis(double low, double high, double bend) {
    Axis axis;
    axis.bend = bend;
    const double margin = 0.04 * (axis.at(high) - axis.at(low));
    axis.low = std::asinh(low / bend) - margin;
    axis.high = std::asinh(high / bend) + margin;
    axis.ticks.push_back(0);
    add_bent_ticks(axis, -1, -low);
    add_bent_ticks(axis, 1, high);
    return axis;
}

/// The size of most values on the smaller of the two sides; 0 if there is only one side, or both
/// have similar sizes.
double bend_for(const std::vector<double>& values) {
    std::vector<double> below, above;
    for (const double value : values) (value < 0 ? below : above).push_back(std::abs(value));
    if (below.empty() || above.empty()) return 0;
    const auto a = quantiles(std::move(below), {0.5, 1}), b = quantiles(std::move(above), {0.5, 1});
    const double smaller = std::min(a[0], b[0]);
    return smaller > 0 && std::max(a[1], b[1]) > 10 * smaller ? smaller : 0;
}

}  // namespace

Axis axis_of_most(std::vector<double> values) {
    values.erase(std::remove_if(values.begin(), values.end(),
                                [](double each) { return !std::isfinite(each); }),
                 values.end());
    if (values.empty()) return axis_over(-1, 1);
    const double bend = bend_for(values);
    const auto parts = quantiles(std::move(values), {0, 0.02, 0.98, 1});
    if (bend > 0) return bent_axis(parts[0], parts[3], bend);
    const double most = parts[2] - parts[1];
    double low = parts[0], high = parts[3];
    if (most > 0 && high - low > 6 * most) {
        low = std::max(low, parts[1] - most / 2);
        high = std::min(high, parts[2] + most / 2);
    }
    const double near = (high - low) / 2;
    if (low > 0 && low < near) low = 0;
    if (high < 0 && high > -near) high = 0;
    return axis_over(low, high);
}

}  // namespace gateway::campaign

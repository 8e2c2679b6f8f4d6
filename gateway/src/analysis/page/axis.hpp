// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace gateway::page {

/// The range of a plot in one direction.
struct Axis {
    double low = 0, high = 1;   ///< of at(): low < high
    std::vector<double> ticks;  ///< values, within
    /// Above 0 the scale is that of asinh(value / bend), linear about 0 and logarithmic far from
    /// it.
    double bend = 0;

    /// A value on the scale.
    double at(double value) const;
    /// 0 at the low end, 1 at the high one; what is beyond an end is at it.
    double place(double value) const;
    bool has(double value) const { return at(value) >= low && at(value) <= high; }
};

/// An axis with round ticks and just that range. The ends must be finite and far enough apart for
/// numbers of 64 bits, a billionth of the greater one.
Axis axis_between(double low, double high);
/// An axis with round ticks, a little wider than its range.
Axis axis_over(double low, double high);
/// An axis with a tick at each of so many places, from 0.
Axis axis_of_places(std::size_t count);

}  // namespace gateway::page

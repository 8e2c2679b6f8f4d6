// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gateway::page {

/// The range of a plot in one direction.
struct Axis {
    double low = 0, high = 1;   ///< on the scale of at(); low < high
    std::vector<double> ticks;  ///< values within the range
    /// If greater than 0 the scale is asinh(value / bend): linear near 0, logarithmic far from it.
    double bend = 0;
    bool is_logarithmic = false;     ///< values up to 0 are at the low end
    std::vector<std::string> names;  ///< of the ticks; empty: their values

    /// Converts a value to the scale.
    double at(double value) const;
    /// The position of a value: 0 at the low end, 1 at the high end; clamped to the ends.
    double place(double value) const;
    bool has(double value) const { return at(value) >= low && at(value) <= high; }
};

/// An axis with round ticks and exactly this range.
/// @pre the ends are finite, and their distance is at least a billionth of the larger one
Axis axis_between(double low, double high);
/// An axis with round ticks, slightly wider than the range.
Axis axis_over(double low, double high);
/// A logarithmic axis with ticks at powers of ten; within a decade also at 2 and 5 times these.
/// @pre 0 < low < high, both finite
Axis logarithmic_axis(double low, double high);
/// An axis with ticks at 0, 1, ..., count - 1.
Axis axis_of_places(std::size_t count);

}  // namespace gateway::page

// SPDX-License-Identifier: MIT
#pragma once

namespace gateway {

/// The least and the greatest of the values that it was given; of none, `greatest` is less.
struct Interval {
    double least = 1, greatest = 0;

    void take(double value);
    void take(const Interval& other);
    bool is_empty() const { return greatest < least; }
    /// Of no values 0.
    double size() const { return is_empty() ? 0 : greatest - least; }
    /// With the same middle and at least that size; of no values none.
    Interval widened(double least_size) const;
    /// With some room at both ends, and finite; of no values 0 to 1.
    Interval with_room() const;
};

}  // namespace gateway

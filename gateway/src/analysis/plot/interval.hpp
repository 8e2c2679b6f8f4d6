// SPDX-License-Identifier: MIT
#pragma once

namespace gateway {

/// The smallest and the largest of the added values; without values `greatest` is less than
/// `least`.
struct Interval {
    double least = 1, greatest = 0;

    void take(double value);
    void take(const Interval& other);
    bool is_empty() const { return greatest < least; }
    /// The size; 0 without values.
    double size() const { return is_empty() ? 0 : greatest - least; }
    /// An interval with the same middle and at least this size; unchanged without values.
    Interval widened(double least_size) const;
    /// A finite interval with some room at both ends; 0 to 1 without values.
    Interval with_room() const;
};

}  // namespace gateway

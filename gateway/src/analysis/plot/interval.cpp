// SPDX-License-Identifier: MIT
#include "interval.hpp"

#include <algorithm>
#include <cmath>

namespace gateway {

void Interval::take(double value) {
    const bool is_first = is_empty();
    least = is_first ? value : std::min(least, value);
    greatest = is_first ? value : std::max(greatest, value);
}

void Interval::take(const Interval& other) {
    if (other.is_empty()) return;
    take(other.least);
    take(other.greatest);
}

Interval Interval::widened(double least_size) const {
    if (is_empty() || size() >= least_size) return *this;
    const double middle = least / 2 + greatest / 2;
    return {middle - least_size / 2, middle + least_size / 2};
}

Interval Interval::with_room() const {
    constexpr double largest = 1e300;
    if (is_empty()) return {0, 1};
    const double size = greatest / 2 - least / 2;
    const double room = size > 0 ? 0.16 * size : std::max(0.1 * std::abs(least), 0.1);
    return {std::max(least - room, -largest), std::min(greatest + room, largest)};
}

}  // namespace gateway

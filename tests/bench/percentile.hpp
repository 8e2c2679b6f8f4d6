// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace bench {

/// @param part from 0 to 1 @throws std::runtime_error if there are no values
inline double percentile(std::vector<double> values, double part) {
    if (values.empty()) throw std::runtime_error("nothing was measured");
    const auto index = static_cast<std::size_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(index),
                     values.end());
    return values[index];
}

}  // namespace bench

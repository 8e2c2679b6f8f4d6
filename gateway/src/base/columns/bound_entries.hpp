// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/group.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gateway {

/// The entries of ports as one flat group, built once: a cycle copies them as one group.
struct BoundEntries {
    ddc::Group group;
    std::vector<std::string> names;  ///< of the items of the group
    std::vector<double> values;      ///< buffer for the elements of the longest port

    /// The named items whose entries are numbers.
    std::vector<std::size_t> numbers() const;
};

/// The value of one item as a number; bool as 0 or 1, a string as 0.
double number_at(const ddc::Group& group, std::size_t item) noexcept;

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/group.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gateway {

/// The entries of ports as one flat group, built once. From then on a cycle is a copy through it.
struct BoundEntries {
    ddc::Group group;
    std::vector<std::string> names;  ///< of each item of the group
    std::vector<double> values;      ///< room for the elements of the longest port

    /// The items with a name whose entries hold numbers.
    std::vector<std::size_t> numbers() const;
};

/// The value of one item as a number; bool as 0 or 1.
double number_at(const ddc::Group& group, std::size_t item) noexcept;

}  // namespace gateway
